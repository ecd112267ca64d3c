"""The grammar of abilities: events, costs, what may be said of when they can be used."""

EVENTS = """
triggered
    (when|whenever) <event> , <effects> = triggered(event, none, effects)
    (when|whenever) <event> , if <cond> , <effects> = triggered(event, cond, effects)
    at <phase> , <effects> = triggered(phase, none, effects)
    at <phase> or whenever/when <event> , <effects> = triggered(or(phase, event), none, effects)
    (when|whenever) <event> or whenever/when <other:event> , <effects> = triggered(or(event, other), none, effects)
    (when|whenever) <event> and whenever/when <other:event> , <effects> = triggered(or(event, other), none, effects)
    (when|whenever) <event> and at <phase> , <effects> = triggered(or(event, phase), none, effects)
    at <phase> , if <cond> , <effects> = triggered(phase, cond, effects)
    (when|whenever) <event> while <cond> , <effects> = triggered(event, while(cond), effects)
    (when|whenever) <event> during your turn , <effects> = triggered(during(event, "your turn"), none, effects)
    (when|whenever) <event> during (an opponent 's turn|each opponent 's turn) , <effects>
        = triggered(during(event, "an opponent's turn"), none, effects)
    (when|whenever) <event> for the first time each turn , <effects>
        = triggered(first_each_turn(event), none, effects)
    (when|whenever) <event> for the first time each turn , if <cond> , <effects>
        = triggered(first_each_turn(event), cond, effects)
    (when|whenever) <event> for the first time during each of your turns , <effects>
        = triggered(during(first_each_turn(event), "your turn"), none, effects)
    (when|whenever) one or more counters are put on <event_object> , if <first_counters> , <effects>
        = triggered(first_each_turn(put_counters_any(event_object)), none, effects)
    (when|whenever) <event> , <modal> = triggered(event, none, modal)
    (when|whenever) <event> , if <cond> , <modal> = triggered(event, cond, modal)
    at <phase> , <modal> = triggered(phase, none, modal)

event
    <event_object> enter~ [the battlefield] = enters(event_object)
    <event_object> enter~ [the battlefield] under your control
        = enters(:event_related(event_object, ("controller", "you")))
    <event_object> enter~ [the battlefield] under an opponent 's control
        = enters(:event_related(event_object, ("controller", "opponent")))
    <event_object> enter~ from your graveyard = enters_from(event_object, "your graveyard")
    <event_object> die~ = dies(event_object)
    <event_object> (is|are) put into a graveyard from the battlefield = dies(event_object)
    <event_object> (is|are) put into a graveyard from anywhere = put_into_graveyard(event_object)
    <event_object> (is|are) put into a graveyard from <from_where> = put_from(event_object, from_where)
    <event_object> (is|are) put into your graveyard from <from_where> = put_from(event_object, from_where, "you")
    <event_object> (is|are) put into exile from the battlefield = put_into_exile(event_object)
    <event_object> (is|are) exiled from the battlefield = put_into_exile(event_object)
    <event_object> dies or is put into exile = or(dies(event_object), put_into_exile(event_object))
    <event_object> leave~ the battlefield = leaves(event_object)
    <event_object> leave~ your graveyard = leaves_graveyard(event_object)
    <event_object> (is|are) exiled = is_exiled(event_object)
    <event_object> attack~ = attacks(event_object)
    <event_object> attack~ alone = attacks_alone(event_object)
    <event_object> attack~ <event_player> = attacks_player(event_object, event_player)
    <event_object> attack~ you or a planeswalker you control = attacks_player(event_object, you, planeswalker)
    <event_object> (is|are) put into the command zone = put_into_command(event_object)
    <event_object> (is|are) put into your graveyard from the battlefield = dies(event_object, "your graveyard")
    <stat_owner> <stat> is <compared> = state(amount_compared(:stat_of(stat, stat_owner), compared))
    <event_object> block~ = blocks(event_object)
    <event_object> block~ <another:event_object> = blocks_object(event_object, another)
    <event_object> become~ blocked = becomes_blocked(event_object)
    <event_object> become~ unattached from <another:event_object> = becomes_unattached(event_object, another)
    <event_object> become~ blocked by <another:event_object> = becomes_blocked_by(event_object, another)
    <event_object> attack~ and isn't blocked = attacks_unblocked(event_object)
    <event_object> become~ tapped = becomes_tapped(event_object)
    <event_object> become~ untapped = becomes_untapped(event_object)
    <event_object> (is|are) tapped for mana = tapped_for_mana(event_object)
    <event_object> become~ monstrous = becomes_monstrous(event_object)
    <event_object> become~ renowned = becomes_renowned(event_object)
    <event_object> become~ level <number> = becomes_level(event_object, number)
    <event_object> enter~ face down = enters(:event_related(event_object, ("face_down", true)))
    <event_player> turn~ <event_object> face up = turns_face_up(event_player, event_object)
    <event_object> become~ attached to <another:event_object> = becomes_attached(event_object, another)
    <event_object> become~ the target of a spell or ability = becomes_target(event_object, "spell or ability")
    <event_object> become~ the target of a spell = becomes_target(event_object, "spell")
    <event_object> become~ the target of a spell or ability an opponent controls
        = becomes_target(event_object, "spell or ability", "opponent")
    <event_object> become~ the target of a spell an opponent controls
        = becomes_target(event_object, "spell", "opponent")
    <event_object> become~ the target of a spell you control = becomes_target(event_object, "spell", "you")
    <event_object> become~ the target of a spell or ability you control
        = becomes_target(event_object, "spell or ability", "you")
    <event_object> (is|are) turned face up = turned_face_up(event_object)
    <event_object> (is|are) turned face down = turned_face_down(event_object)
    <event_object> explore~ = explores(event_object)
    <event_object> fight~ = fights(event_object)
    <event_object> (is|are) put into a graveyard = dies(event_object)
    <event_object> (is|are) put into your graveyard from your library = put_from(event_object, "library", "you")
    <event_object> connive~ = connives(event_object)
    <event_object> mutate~ = mutates(event_object)
    <event_object> train~ = trains(event_object)
    <event_object> evolve~ = evolves(event_object)
    <this> exploits a creature = exploits(this)
    <event_object> phase~ in = phases_in(event_object)
    <event_object> transform~ = transforms(event_object)
    <event_object> (is|are) dealt damage = is_dealt_damage(event_object)
    <event_object> (is|are) dealt combat damage = is_dealt_combat_damage(event_object)
    <event_object> deal~ combat damage to <hurt> = combat_damage(event_object, hurt)
    <event_object> deal~ damage to <hurt> = damage(event_object, hurt)
    <event_object> deal~ combat damage = combat_damage(event_object)
    <event_object> deal~ damage = damage(event_object)
    <event_object> enters [the battlefield] or is turned face up
        = or(enters(event_object), turned_face_up(event_object))
    <event_object> enters the battlefield or dies = or(enters(event_object), dies(event_object))
    <event_object> (enters|enter) or attacks/attack = or(enters(event_object), attacks(event_object))
    <event_object> (enters|enter) or dies/die = or(enters(event_object), dies(event_object))
    <event_object> enters or leaves the battlefield = or(enters(event_object), leaves(event_object))
    <event_object> attacks or blocks = or(attacks(event_object), blocks(event_object))
    <event_object> blocks or becomes blocked = or(blocks(event_object), becomes_blocked(event_object))
    <event_object> blocks or becomes blocked by <another:event_object>
        = or(blocks_object(event_object, another), becomes_blocked_by(event_object, another))
    <event_object> dies or is put into exile from the battlefield
        = or(dies(event_object), put_into_exile(event_object))
    <event_object> (enters|enter) or becomes monstrous = or(enters(event_object), becomes_monstrous(event_object))
    <event_object> enters the battlefield or attacks = or(enters(event_object), attacks(event_object))
    <event_player> cast~ or copy~ <spell_event> = casts_or_copies(event_player, spell_event)
    <event_player> copy~ <spell_event> = copies(event_player, spell_event)
    <event_player> roll~ a die = rolls(event_player)
    <event_player> roll~ {chaos} = rolls_chaos(event_player)
    <event_player> roll~ one or more dice = rolls_some(event_player)
    <event_player> cycle~ or discard~ another card = cycles_or_discards_another(event_player)
    <event_player> cycle~ another card = cycles_another(event_player)
    <event_object> (is|are) put into an opponent 's graveyard from anywhere
        = put_into_graveyard(event_object, "opponent")
    <event_object> (is|are) put into your graveyard from anywhere = put_into_graveyard(event_object, "you")
    a source an opponent controls deals damage to <hurt> = damage_from("opponent", hurt)
    a source you control deals damage to <hurt> = damage_from("you", hurt)
    a source you control other than <this> deals damage to <hurt> = damage_from("you", hurt, not_this)
    another source you control deals damage to <hurt> = damage_from("you", hurt, not_this)
    <event_player> cast~ <spell_event> = casts(event_player, spell_event)
    <event_player> cast~ <their> <ordinal> spell each turn = casts_nth(event_player, ordinal)
    <event_player> cast~ <their> <ordinal> spell = casts_nth(event_player, ordinal)
    <event_player> cast~ a spell other than <their> first spell each turn = casts_not_first(event_player)
    <event_player> win~ a coin flip = wins_flip(event_player)
    <event_player> play~ a land = plays_land(event_player)
    <event_player> gain~ life = gains_life(event_player)
    <event_player> lose~ life = loses_life(event_player)
    <event_player> draw~ (a card|cards) = draws(event_player)
    <event_player> draw~ one or more cards = draws_some(event_player)
    <event_player> draw~ <their> <ordinal> card each turn = draws_nth(event_player, ordinal)
    <event_player> discard~ (a card) = discards(event_player)
    <event_player> discard~ (one or more cards) = discards_some(event_player)
    <event_player> discard~ <discarded> = discards(event_player, discarded)
    <event_player> cycle~ a card = cycles(event_player)
    <event_player> cycle~ or discard~ a card = cycles_or_discards(event_player)
    <event_player> cycle~ <this> = cycles_this(event_player)
    <event_player> create~ <event_object> = creates(event_player, event_object)
    <event_player> sacrifice~ <event_object> = sacrifices(event_player, event_object)
    <event_player> (is|'re|are) dealt damage = is_dealt_damage(event_player)
    <event_player> (is|'re|are) dealt combat damage = is_dealt_combat_damage(event_player)
    <event_player> attack~ = attacks_with(event_player)
    <event_player> attack~ with <event_object> = attacks_with(event_player, event_object)
    <event_player> tap~ <event_object> = taps(event_player, event_object)
    <event_player> tap~ <event_object> for mana = taps_for_mana(event_player, event_object)
    <event_player> proliferate~ = proliferates(event_player)
    <event_player> activate~ an exhaust ability = activates_exhaust(event_player)
    <event_player> activate~ an ability that isn't a mana ability = activates(event_player)
    <event_player> scry~ = scries(event_player)
    <event_player> surveil~ = surveils(event_player)
    <event_player> earthbend~ = earthbends(event_player)
    <event_player> blight~ = blights(event_player)
    <event_player> manifest~ dread = manifests_dread(event_player)
    <event_player> put~ one or more <kind> counters on <event_object> = puts_counters(event_player, kind, event_object)
    <event_player> put~ one or more counters on <event_object> = puts_counters_any(event_player, event_object)
    <event_player> put~ a <kind> counter on <event_object> = puts_each_counter(event_player, kind, event_object)
    <event_player> get~ one or more {e} = gets_counters(event_player, "energy")
    (one or more) <kind> counters are put on <event_object> = put_counters(kind, event_object)
    (one or more) counters are put on <event_object> = put_counters_any(event_object)
    a/an <kind> counter is put on <event_object> = put_each_counter(kind, event_object)
    a/an <kind> counter is removed from <event_object> = remove_each_counter(kind, event_object)
    a/an <kind> counter is removed from <this> while it 's exiled = in_exile(remove_each_counter(kind, this))
    <event_player> remove~ a/an <kind> counter from <event_object>
        = removes_each_counter(event_player, kind, event_object)
    <event_player> remove~ a/an <kind> counter from <this> while it 's exiled
        = in_exile(removes_each_counter(event_player, kind, this))
    <event_player> remove~ one or more <kind> counters from <event_object>
        = removes_counters(event_player, kind, event_object)
    the last <kind> counter is removed from <this> while it 's exiled = in_exile(last_counter_removed(kind, this))
    the <nth> <kind> counter is put on <event_object> = nth_counter_put(nth, kind, event_object)
    a counter is put on <event_object> = put_each_counter_any(event_object)
    (one or more) <kind> counters are removed from <event_object> = remove_counters(kind, event_object)
    the last <kind> counter is removed from <event_object> = last_counter_removed(kind, event_object)
    <event_object> <counters_state> = state(:of_subject(event_object, counters_state))
    there (are|is) <counters_there> on <event_object> = state(:of_subject(event_object, counters_there))
    you control no <np> = state(not(there_is(:related(np, ("controller", "you")), 1)))
    <event_player> lose~ control of <event_object> = loses_control(event_player, event_object)
    <event_player> lose~ the game = loses_the_game(event_player)
    <event_player> activate~ an ability of <event_object> = activates_of(event_player, event_object)

first_counters
    it 's the first time counters have been put on (that creature|that permanent|it) this turn

counters_state
    (has|have) <counters_cond> = counters_cond

their
    your/their

nth
    <ordinal>
    fourth = 4
    fifth = 5
    sixth = 6
    seventh = 7
    eighth = 8
    ninth = 9
    tenth = 10
    twelfth = 12
    twentieth = 20

ordinal
    first = 1
    second = 2
    third = 3

discarded
    a/an <nps> = :hand(nps)

hurt
    <event_player>
    <event_object>
    a player or planeswalker = mention(@, any(:players("each"), planeswalker))
    a player or battle = mention(@, any(:players("each"), battle))

event_player
    you = you
    a player = mention(@, any(:players("each")))
    an opponent = mention(@, any(:players("opponent")))
    another player = mention(@, any(:players("other")))
    one of your opponents = mention(@, any(:players("opponent")))
    one or more opponents = mention(@, one_or_more(:players("opponent")))
    one or more players = mention(@, one_or_more(:players("each")))
    enchanted player = mention(@, attached_player)

spell_event
    a/an <nps> = mention(@, any(nps))
    this spell = mention(@, this)
    one or more <np> = mention(@, one_or_more(np))

event_object
    <this>
    a/an <nps> = mention(@, any(nps))
    another <nps> = mention(@, any(:other(nps)))
    one or more <np> = mention(@, one_or_more(np))
    <number> or more <np> = mention(@, :at_least_two(number, np))
    enchanted/equipped/fortified <thing:cores> = mention(@, attached(this))
    <this_of_either> or another <nps> = mention(@, any_or_this(:other(nps)))
    <this_of_either> or a/an <nps> = mention(@, any_or_this(nps))
    ~ and at least <number> other <np> = mention(@, this_and_others(number, :other(np)))
    a/an <nps> or <player_noun> = mention(@, any(:either(nps, player_noun)))
    it = mention(@, it)
    that <cores> = mention(@, it(cores))
    (the|that) <made> = mention(@, it(made))
    (either|one) of those <core> = mention(@, them(core))
    the exiled <cores> = mention(@, it(cores))
    <id> = mention(@, id(id))

this_of_either
    ~
    this <thing:cores> = thing

phase
    the beginning of your <step_name> = beginning(step_name, "your")
    the beginning of each <step_name> = beginning(step_name, "each")
    the beginning of the <step_name> = beginning(step_name, "each")
    the beginning of (each player 's) <step_name> = beginning(step_name, "each player")
    the beginning of (each opponent 's) <step_name> = beginning(step_name, "each opponent")
    the beginning of (each of your|your) <step_names> = beginning(step_names, "your")
    the beginning of combat on your turn = beginning("combat", "your")
    the beginning of each combat = beginning("combat", "each")
    the beginning of combat on each opponent 's turn = beginning("combat", "each opponent")
    the beginning of enchanted <cores> 's controller 's <step_name> = beginning(step_name, "controller of attached")
    the beginning of the <step_name> of enchanted <cores> 's controller
        = beginning(step_name, "controller of attached")
    the beginning of enchanted player 's <step_name> = beginning(step_name, "enchanted player")
    end of combat = beginning("end of combat", "each")
    the end of combat = beginning("end of combat", "each")

step_name
    upkeep = "upkeep"
    end step = "end step"
    draw step = "draw step"
    (precombat main phase|first main phase) = "precombat main phase"
    (postcombat main phase|second main phase) = "postcombat main phase"
    combat = "combat"

step_names
    main phases = "main phase"
    end steps = "end step"
"""

ABILITIES = """
activated
    <costs> : <effects> = activated(costs, effects)
    <costs> : choose one . <restrictions> = activated(costs, modes(1, 1), *restrictions)
    <costs> : <effects> <restrictions> = activated(costs, effects, *restrictions)
    <costs> : <modal> = activated(costs, modal)

costs
    <cost> = (cost)
    <cost> , <more:costs> = (cost, *more)
    <cost> and <more:costs> = (cost, *more)

cost
    <mana> = pay_mana(mana)
    pay <mana> = pay_mana(mana)
    {t} = tap_symbol
    {q} = untap_symbol
    pay <energy> = pay_counters(energy, "energy")
    pay <much> {e} = pay_counters(much, "energy")
    pay <much> life = pay_life(much)
    sacrifice <object> = sacrifice(object)
    remove <selection> from <object> = remove(selection, object)
    remove <selection> from among <np> = remove_among(selection, np)
    put <counted> on <object> = :put(counted, object)
    discard <cards_many> = discard(cards_many)
    discard <cards_described> = discard(cards_described)
    discard ~ = discard(mention(@, this))
    discard your hand = discard_hand
    discard a card at random = discard_at_random(1)
    tap <tapped_cost> = tap(tapped_cost)
    untap <object> = untap(object)
    exile <object> = exile(object)
    return <object> to <owners_hand> = return_to_hand(object)
    reveal <object> = reveal(object)
    mill <cards_many> = mill(cards_many)
    blight <much> = blight(much)
    exert <object> = exert(object)
    collect evidence <number> = collect_evidence(number)
    waterbend <mana> = waterbend(mana)
    behold <object> = behold(object)

tapped_cost
    <object>

restrictions
    <restriction> . = (restriction)
    <restriction> . <more:restrictions> = (restriction, *more)

restriction
    activate [this ability] only as a sorcery = as_a_sorcery
    activate [this ability] only any time you could cast a sorcery = as_a_sorcery
    activate [this ability] only as an instant = as_an_instant
    activate [this ability] only once each turn = times_each_turn(1)
    activate [this ability] only once = once
    activate [this ability] only twice each turn = times_each_turn(2)
    activate [this ability] no more than <times> each turn = times_each_turn(times)
    activate [this ability] no more than three times each turn = times_each_turn(3)
    activate [this ability] only if <cond> = only_if(cond)
    activate [this ability] only during your turn = during("your turn")
    activate [this ability] only during your upkeep = during("your upkeep")
    activate [this ability] only during an opponent 's upkeep = during("opponent's upkeep")
    activate [this ability] only during any upkeep step = during("any upkeep")
    activate [this ability] only during combat = during("combat")
    activate [this ability] only during your turn , before attackers are declared
        = during("your turn before attackers")
    activate [this ability] only during an opponent 's turn = during("opponent's turn")
    activate [this ability] only as a sorcery and only once each turn = both(as_a_sorcery, times_each_turn(1))
    activate [this ability] only during your upkeep and only once each turn
        = both(during("your upkeep"), times_each_turn(1))
    activate [this ability] only during your turn and only once each turn
        = both(during("your turn"), times_each_turn(1))
    activate [this ability] only if <cond> and only once = both(only_if(cond), once)
    activate [this ability] only as a sorcery and only once = both(as_a_sorcery, once)
    activate [this ability] only if <cond> and only as a sorcery = both(only_if(cond), as_a_sorcery)
    activate [this ability] only as a sorcery and only if <cond> = both(only_if(cond), as_a_sorcery)
    activate [this ability] only if <cond> and only once each turn = both(only_if(cond), times_each_turn(1))
    this ability costs <mana> less to activate for each <unit> = costs(less(mana, unit))
    this ability costs <mana> less to activate if <cond> = costs(less(mana), cond)
    this ability costs <mana> less to activate , where x is <value> = costs(less(mana, value))
    any player may activate this ability = any_player
    any player may activate this ability but only as a sorcery = both(any_player, as_a_sorcery)
    any player may activate this ability but only during any upkeep step = both(any_player, during("any upkeep"))
    only your opponents may activate this ability = only_opponents
    x can't be 0 = x_not_zero
    spend only mana produced by creatures to activate this ability = mana_of_creatures

triggered_with
    <triggered> = restricted(triggered)
    <triggered> <trigger_restriction> . = restricted(triggered, trigger_restriction)

trigger_restriction
    this ability triggers only once each turn = times_each_turn(1)
    this ability triggers only twice each turn = times_each_turn(2)
    this ability triggers only once = only_once
    do this only once each turn = done_once_each_turn

loyalty
    <loyalty_cost> : <effects> = loyalty(loyalty_cost, effects)
    <loyalty_cost> : <modal> = loyalty(loyalty_cost, modal)

chapter
    <chapter_numbers> — <effects> = chapter(chapter_numbers, effects)
    <chapter_numbers> — <modal> = chapter(chapter_numbers, modal)

chapter_numbers
    <roman> = (roman)
    <roman> , <more:chapter_numbers> = (roman, *more)

modal
    choose one — = modes(1, 1)
    choose two — = modes(2, 2)
    choose three — = modes(3, 3)
    choose one or both — = modes(1, 2)
    choose one or more — = modes(1, any)
    choose any number — = modes(0, any)
    choose up to one — = modes(0, 1)
    choose up to two — = modes(0, 2)
    choose three . you may choose the same mode more than once . = modes_repeated(3, 3)
    choose up to <number> — = modes(0, number)
    choose one that hasn't been chosen — = modes_not_chosen(1, 1)
"""

LINES = """
spell_line
    <effects>
    <modal>
    <spell_static>

spell_static
    you may <paid_instead> . = static(paid_instead, none)
    if <cond> , you may <paid_instead> . = static(paid_instead, cond)
    you may <paid_instead> if <cond> . = static(paid_instead, cond)
    as long as <cond> and <this> is in your graveyard , it has flashback <mana> .
        = static((flashback_cost(pay_mana(mana))), cond)
    (this spell|~) costs <mana> less to cast for each <unit> . = static((this_costs(less(mana, unit))), none)
    (this spell|~) costs <mana> more to cast for each <unit> . = static((this_costs(more(mana, unit))), none)
    (this spell|~) costs <mana> less to cast if <cond> . = static((this_costs(less(mana), cond)), none)
    (this spell|~) costs <mana> less to cast if it targets a/an <nps> .
        = static((this_costs(less(mana), targets(nps))), none)
    (this spell|~) costs <mana> more to cast if it targets a/an <nps> .
        = static((this_costs(more(mana), targets(nps))), none)
    (this spell|~) costs <mana> less to cast , where x is <value> . = static((this_costs(less(mana, value))), none)
    (this spell|~) can't be countered . = static((cant_be_countered(mention(@, this))), none)
    as an additional cost to cast this spell , <costs> . = static((additional_cost(*costs)), none)
    as an additional cost to cast this spell , <costs> or <more:costs> .
        = static((additional_cost_either(all(*costs), all(*more))), none)
    as an additional cost to cast this spell , you may <costs> . = static((additional_cost_optional(*costs)), none)
    cast this spell only <when> . = static((cast_only(when)), none)

paid_instead
    <costs> rather than pay this spell 's mana cost = (alternative_cost(*costs))
    pay <mana> rather than pay this spell 's mana cost = (alternative_cost(pay_mana(mana)))

when
    during combat = "during combat"
    before attackers are declared = "before attackers are declared"
    before the combat damage step = "before the combat damage step"
    during the declare attackers step = "during the declare attackers step"

keyword_line
    <line_keyword> = (line_keyword)
    <line_keyword> , <more:keyword_line> = (line_keyword, *more)
    <line_keyword> ; <more:keyword_line> = (line_keyword, *more)
"""

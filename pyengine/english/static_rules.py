"""The grammar of static abilities and replacement effects."""

STATICS = """
static
    <static_body> . = static(static_body, none)
    <static_body> , where x is <value> . = static(:where(static_body, value), none)
    <static_body> if <cond> . = static(static_body, cond)
    <static_body> unless <cond> . = static(static_body, not(cond))
    as long as <cond> , <static_body> . = static(static_body, cond)
    <static_body> as long as <cond> . = static(static_body, cond)
    (during your turn|as long as it 's your turn) , <static_body> . = static(static_body, turn_of(you))
    <static_body> during your turn . = static(static_body, turn_of(you))
    (during turns other than yours) , <static_body> . = static(static_body, not(turn_of(you)))

static_body
    <object> <cvp_list> = :of(object, cvp_list)
    <object> <cvp_lists> = :of(object, cvp_lists)
    <object> enter~ [the battlefield] <entering> = (entering(entering, object))
    <this> escapes <entering> = (escapes(entering, this))
    if <cond> , <object> enter~ [the battlefield] <entering> = (if(cond, entering, object))
    counters can't be put on <object> = (cant_put(object))
    counters can't be removed from <object> = (cant_remove(object))
    <object> can't have counters removed from (it|them) = (cant_remove(object))
    <object> can't have <kind> counters removed from (it|them) = (cant_remove(object, kinds(kind)))
    <this> can't have more than <number> <kind> counters on it = (maximum(number, kind, this))
    <object> can't have counters put on (it|them|him|her) = (cant_put(object))
    <object> can't have <kind> counters put on (it|them|him|her) = (cant_put(object, kinds(kind)))
    you can't lose the game and your opponents can't win the game = (cant_lose(you), cant_win(opponents))
    <players> can't get counters = (cant_put(players))
    <players> can't get [additional] <kind> counters = (cant_put(players, kinds(kind)))
    you can't get counters = (cant_put(you))
    <would_put>
    <stat_owner> power and toughness are each equal to <value> = (defines(value, value, stat_owner))
    <stat_owner> power is equal to <value> = (defines(value, none, stat_owner))
    <stat_owner> toughness is equal to <value> = (defines(none, value, stat_owner))
    <np> cost <mana> less to cast = (spell_costs(np, less(mana)))
    <np> cost <mana> more to cast = (spell_costs(np, more(mana)))
    <np> you cast cost <mana> less to cast = (spell_costs(np, less(mana), by("you")))
    the first <nps> you cast each turn costs <mana> less to cast = (spell_costs(nps, less(mana), by("you"), first))
    <np> you cast cost <mana> more to cast = (spell_costs(np, more(mana), by("you")))
    <np> your opponents cast cost <mana> more to cast = (spell_costs(np, more(mana), by("opponent")))
    <np> you cast cost <mana> less to cast for each <unit> = (spell_costs(np, less(mana, unit), by("you")))
    you may pay <mana> rather than pay this spell 's mana cost = (alternative_cost(pay_mana(mana)))
    you may <costs> rather than pay this spell 's mana cost = (alternative_cost(*costs))
    you may cast this spell as though it had flash = (as_though_flash_this(mention(@, this)))
    you may play lands from <played_from> = (may_play_lands(played_from))
    you may play lands and cast <np> from <played_from>
        = (may_play_lands(played_from), may_cast_from(played_from, np))
    you may cast <np> from <played_from> = (may_cast_from(played_from, np))
    you may cast <this> from your graveyard = (may_cast_this(this, "graveyard"))
    you may cast <this> from exile = (may_cast_this(this, "exile"))
    you may cast <this> from your graveyard or from exile = (may_cast_this(this, "graveyard", "exile"))
    you may play an additional land on each of your turns = (more_lands(1, "you"))
    you may play <number> additional lands on each of your turns = (more_lands(number, "you"))
    each player may play an additional land on each of their turns = (more_lands(1, "each"))
    if <cause> , that ability triggers an additional time = (more_triggers(*cause))
    if a permanent would be put into a graveyard , exile it instead = (to_graveyard_exile_all)
    if an effect would create one or more tokens under your control , it creates <more_tokens> instead
        = (more_tokens(more_tokens, "you"))
    if one or more tokens would be created under your control , <more_tokens> are created instead
        = (more_tokens(more_tokens, "you"))
    if one or more tokens would be created , <more_tokens> are created instead
        = (more_tokens(more_tokens, "each"))
    if you would create one or more tokens , you [instead] create <more_tokens> [instead]
        = (more_tokens(more_tokens, "you"))
    <this> has <keyword_x> , where x is <value> = (gain_x(keyword_x, value, this))
    as an additional cost to cast this spell , <costs> = (additional_cost(*costs))
    as an additional cost to cast this spell , <costs> or <more:costs>
        = (additional_cost_either(all(*costs), all(*more)))
    (this spell|~) costs <mana> less to cast for each <unit> = (this_costs(less(mana, unit)))
    (this spell|~) costs <mana> more to cast for each <unit> = (this_costs(more(mana, unit)))
    (this spell|~) costs <mana> less to cast if it targets a/an <nps> = (this_costs(less(mana), targets(nps)))
    (this spell|~) costs <mana> less to cast if <cond> = (this_costs(less(mana), cond))
    <np> (your opponents cast|opponents cast) that (target|targets) <this> cost/costs <mana> more to cast
        = (spell_costs(np, more(mana), by("opponent"), targets_this(this)))
    (this spell|~) costs <mana> less to cast , where x is <value> = (this_costs(less(mana, value)))
    activated abilities of <np> cost <mana> less to activate = (ability_costs(np, less(mana)))
    activated abilities of <np> cost <mana> more to activate = (ability_costs(np, more(mana)))
    activated abilities of <np> cost <mana> more to activate unless they 're mana abilities
        = (ability_costs(np, more(mana), not_mana_abilities))
    activated abilities cost <mana> more to activate unless they 're mana abilities
        = (ability_costs(any_permanent, more(mana), not_mana_abilities))
    activated abilities of <np> cost <mana> less to activate . <leaves_one>
        = (ability_costs(np, less(mana), leaves_one))
    activated abilities of <np> can't be activated = (cant_activate(mention(@, each(np))))
    activated abilities of <np> can't be activated unless they 're mana abilities
        = (cant_activate(mention(@, each(np)), not_mana_abilities))
    activated abilities of <this> can't be activated = (cant_activate(this))
    players can't activate abilities of <np> = (cant_activate(mention(@, each(np))))
    players can't activate abilities of <np> unless they 're mana abilities
        = (cant_activate(mention(@, each(np)), not_mana_abilities))
    (your opponents|opponents) can't activate abilities of <np> = (cant_activate(mention(@, each(np)), by("opponent")))
    (your opponents|opponents) can't cast spells or activate abilities of <np>
        = (cant_cast(any_spell, "opponent"), cant_activate(mention(@, each(np)), by("opponent")))
    you may cast <np> as though they had flash = (as_though_flash(np))
    you may cast <object> as though it had flash = (as_though_flash_this(object))
    this spell can't be countered = (cant_be_countered(mention(@, this)))
    ~ can't be countered = (cant_be_countered(mention(@, this)))
    <np> can't be countered = (cant_be_countered(mention(@, each(np))))
    <player> (have|has) <keywords> = (player_has(player, *keywords))
    you have hexproof = (gain("hexproof", you))
    you and <object> have hexproof = (gain("hexproof", those(you, object)))
    you , <object> , and <other:object> have hexproof = (gain("hexproof", those(you, object, other)))
    you have no maximum hand size = (no_maximum_hand_size)
    you may look at <object> any time = (may_look(object))
    you may look at <object> and at <other:object> any time = (may_look(object), may_look(other))
    you may look at <object> = (may_look(object))
    as <this> enters [the battlefield] , you may <vp> . if you don't , (it|~) enters [the battlefield] <entering>
        = (enters_unless(vp, entering, this))
    as <this> enters [the battlefield] , you may <vp> . if you do , <this_or_it> enters [the battlefield] <entering>
        = (enters_if(vp, entering, this_or_it))
    play with the top card of your library revealed = (reveal_top)
    as <this> enters [the battlefield] , <choose_as_enters> = (as_it_enters(choose_as_enters))
    you may choose not to untap <this> during your untap step = (may_not_untap)
    (your opponents|opponents) can't cast <np> = (cant_cast(np, "opponent"))
    players can't cast <np> = (cant_cast(np, "each"))
    <np> can't be cast = (cant_cast(np, "each"))
    each player can't cast more than <number> spell/spells each turn = (cant_cast(any_spell, "each", after(number)))
    each opponent can't cast more than <number> spell/spells each turn
        = (cant_cast(any_spell, "opponent", after(number)))
    you can't cast more than <number> spell/spells each turn = (cant_cast(any_spell, "you", after(number)))
    you can't cast <np> = (cant_cast(np, "you"))
    if a source would deal damage to <recipient> , prevent <number> of that damage = (damage_reduced(number, recipient))
    if a source would deal damage to <recipient> , prevent all but <number> of that damage
        = (damage_capped(number, recipient))
    skip your draw step = (skip_draw_steps)
    damage can't be prevented = (damage_cant_be_prevented)
    combat damage can't be prevented = (combat_damage_cant_be_prevented)
    <this> can be your commander = (can_be_commander)
    a deck can have any number of cards named <name> = (deck_limit(name))
    a deck can have up to <number> cards named <name> = (deck_limit(number, name))
    if <this> is in your opening hand , you may begin the game with (it|~) on the battlefield = (begins_on_battlefield)
    you control enchanted <cores> = (control_attached)
    you can't get [additional] <kind> counters = (cant_put(you, kinds(kind)))
    <this> can't be enchanted by other auras = (cant_be_enchanted)
    you may have <this> enter [the battlefield] as a copy of <copied> = (enters_as_copy(copied, optional))
    <this> enters [the battlefield] as a copy of <copied> = (enters_as_copy(copied))
    you may have <this> enter [the battlefield] as a copy of <copied> <copy_options>
        = (enters_as_copy(copied, optional, *copy_options))
    <this> enters [the battlefield] as a copy of <copied> <copy_options> = (enters_as_copy(copied, *copy_options))
    <as_either> you may choose <object> . if you do , until <this> is turned face down , <that_copy>
        = (enters_as_copy(object, optional, until_turned_face_down, *that_copy), turned_up_as_copy(object, *that_copy))
    <as_either> it becomes your choice of <power_toughness> or <other:power_toughness>
        = (turned_up_or_enters_as(power_toughness, other))
    as <this> is turned face up , put <counted> on (it|~) = (turned_up_with(counted))
    as <this> is turned face up , you may attach (it|~) to <object> = (turned_up_attached(object))
    as <this> enters [the battlefield] , turn <object> face down = (turns_down(object))
    you may have <this> enter [the battlefield] tapped as a copy of <copied>
        = (enters_as_copy(copied, optional, tapped))
    you may have <this> enter [the battlefield] tapped as a copy of <copied> <copy_options>
        = (enters_as_copy(copied, optional, tapped, *copy_options))
    if <object> would die , exile it instead = (would_die_exile(object))
    if <object> would die , instead exile it with <counted> on it = (would_die_exile(object, *counted))
    if damage would be dealt to you , put <that_many_counters> on <this> instead
        = (damage_becomes(that_many_counters, you, this))
    if damage would be dealt to <this> , put <that_many_counters> on it instead
        = (damage_becomes(that_many_counters, this, this))
    if damage would be dealt to <this> , prevent that damage . remove a/an <kind> counter from ~
        = (damage_prevented_removes(kind))
    if <object> would die , exile (it|that card) with <counted> on it instead = (would_die_exile(object, *counted))
    if <object> would be put into <whose_graveyard> from anywhere , exile (it|that card) instead
        = (to_graveyard_exile(object, whose_graveyard))
    if <object> would be put into <whose_graveyard> from anywhere , instead exile it with <counted> on it
        = (to_graveyard_exile(object, whose_graveyard, *counted))
    if <this> would be put into a graveyard from anywhere , reveal <shuffled_instead>
        = (to_library_instead(this))
    prevent all damage that would be dealt to <object> = (prevent_all_damage(object))
    prevent all damage that would be dealt to you = (prevent_all_damage(you))
    prevent all noncombat damage that would be dealt to <object> = (prevent_all_damage(object, noncombat))
    prevent all combat damage that would be dealt to <object> = (prevent_all_damage(object, combat))
    if a source would deal damage to you , prevent that damage and put a/an <kind> counter on <this>
        = (damage_prevented_puts_one(kind, you))
    if a creature would deal combat damage to <this> , prevent that damage and put a/an <kind> counter on (it|~)
        = (damage_prevented_puts_one(kind, this, combat))
    if damage would be dealt to <this> , prevent that damage and put <that_many_counters> on it
        = (damage_prevented_puts(that_many_counters))
    if damage would be dealt to <this> while it has a/an <kind> counter on it , <prevented>
        = (damage_prevented_while(kind, prevented))
    if damage would be dealt to <this> , prevent that damage and remove a/an <kind> counter from it
        = (damage_prevented_removes(kind))
    you may pay {0} rather than pay the equip cost of the first equip ability you activate during each of your turns
        = (equip_free_first)
    spend only black mana on x = (spend_only("B"))

cause
    a/an <nps> entering [the battlefield] causes a triggered ability of a permanent you control to trigger
        = ("enters", nps)
    a/an <nps> entering under your control causes a triggered ability of a permanent you control to trigger
        = ("enters", :related(nps, ("controller", "you")))
    a/an <nps> dying causes a triggered ability of a permanent you control to trigger = ("dies", nps)
    turning a permanent face up causes a triggered ability of a permanent you control to trigger
        = ("turned face up", :permanent())
    turning a face-down permanent face up causes a triggered ability of a permanent you control to trigger
        = ("turned face up", :permanent())
    (an ability of|a triggered ability of) a/an <nps> triggers = ("any", nps)
    (an ability of|a triggered ability of) another <nps> triggers = ("any", :other(nps))

more_tokens
    twice that many of those tokens = 2
    three times that many of those tokens = 3

leaves_one
    this effect can't reduce the mana in that cost to less than one mana = leaves_one

as_either
    as <this> enters [the battlefield] or is turned face up , = this

copied
    <object>
    any <nps> = mention(@, some(nps, 1, 1))

that_copy
    it becomes a copy of that creature <copy_options> = copy_options

prevented
    prevent that damage and remove a/an <kind> counter from (it|~) = removes(1, kind)
    prevent that damage and remove that many <kind> counters from (it|~) = removes(that_many, kind)

that_many_counters
    that many <kind> counters = kind

keyword_x
    bushido x = "bushido"
    modular x = "modular"
    annihilator x = "annihilator"

choose_as_enters
    choose a color = "color"
    choose a creature type = "creature type"
    choose an opponent = "opponent"
    choose a player = "player"
    choose a card name = "card name"
    choose a nonland card name = "nonland card name"
    choose a basic land type = "basic land type"

entering
    tapped = enters_tapped
    tapped and with <counted> on it = enters_tapped_with(counted)
    with <counted> on (it|them|him|her) = enters_with(counted)
    tapped with <counted> on it = enters_tapped_with(counted)
    with your choice of <counted> or <more:counted> on it = enters_with_choice(counted, more)
    with <counted> and <more:counted> on it = enters_with(counted, more)
    with <counted> , <more:counted> , and <third:counted> on it = enters_with(counted, more, third)
    with <counted> , <more:counted> , <third:counted> , and <fourth:counted> on (it|him|her)
        = enters_with(counted, more, third, fourth)
    with <counted> on it and with <keyword> = enters_with_keyword(counted, keyword)
    with a number of <kind> counters on (it|them|him|her) equal to <value> = enters_with((value, kind))
    with a number of additional <kind> counters on (it|them|him|her) equal to <value> = enters_with((value, kind))
    with <one> <kind> counter on (it|them|him|her) for each <unit> = enters_with((unit, kind))
    with <number> <kind> counters on (it|them|him|her) for each <unit> = enters_with((times(number, unit), kind))

would_put
    if one or more <kind> counters would be put on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(kind), receiver))
    if one or more counters would be put on <receiver> , <instead_put> = (:would_put(instead_put, kinds(), receiver))
    if an effect would put one or more <kind> counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(kind), receiver, only_effects))
    if an effect would put one or more counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(), receiver, only_effects))
    if you would put one or more <kind> counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(kind), receiver, by("you")))
    if you would put one or more counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(), receiver, by("you")))
    if an opponent would put one or more <kind> counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(kind), receiver, by("opponent")))
    if an opponent would put one or more counters on <receiver> , <instead_put>
        = (:would_put(instead_put, kinds(), receiver, by("opponent")))
    if you would get one or more <kind> counters , you get <changed_number> instead
        = (:would_put(changed_number, kinds(kind), you))
    if you would get one or more counters , you get <changed_number> instead
        = (:would_put(changed_number, kinds(), you))

played_from
    your graveyard = "graveyard"
    the top of your library = "top of library"

shuffled_instead
    <this> and shuffle it into <owners_library> instead = this

whose_graveyard
    a graveyard = "each"
    your graveyard = "you"
    an opponent 's graveyard = "opponent"

receiver
    <object>
    a/an <nps> or player = those(mention(@, some(nps, 1, 1)), mention(@, each(:players("each"))))
    <object> or on (you|yourself) = those(object, you)

instead_put
    <changed_number> are put on <same_object> instead = changed_number
    (it puts|you put|put) <changed_number> on <same_object> instead = changed_number
    (they put|put) <halved> on <same_object> instead , rounded down = (half("down"), halved)
    (they put|put) <halved> on <same_object> instead , rounded up = (half("up"), halved)
    <halved> are put on <same_object> instead , rounded down = (half("down"), halved)
    <halved> are put on <same_object> instead , rounded up = (half("up"), halved)

changed_number
    that many plus one <kind> counters = (plus(1), kinds(kind))
    that many plus one of each of those kinds of counters = (plus(1), kinds())
    twice that many <kind> counters = (times(2), kinds(kind))
    that many <kind> counters minus one = (minus(1), kinds(kind))
    twice that many counters = (times(2), kinds())
    twice that many of those counters = (times(2), kinds())
    twice that many of each of those kinds of counters = (times(2), kinds())

halved
    half that many <kind> counters = kinds(kind)
    half that many counters = kinds()
    half that many of each of those kinds of counters = kinds()

same_object
    it = yes
    them = yes
    that <cores> = yes
    those <core> = yes
    that <cores> or <player_noun> = yes
    that player = yes
"""

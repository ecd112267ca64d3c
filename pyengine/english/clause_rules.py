"""The grammar of effects, by players and by objects; of conditions, and of sentences."""

ACTIONS = """
# What a player does. `they` in it is who does it.
vp~
    put~ <one> <kind> counter on <object> = put(one, kind, object)
    put~ <many> <kind> counters on <object> = put(many, kind, object)
    put~ a number of <kind> counters on <object> equal to <value> = put(value, kind, object)
    put~ a number of <kind> counters equal to <value> on <object> = put(value, kind, object)
    put~ <kind> counters on <object> equal to <value> = put(value, kind, object)
    put~ <kind> counters equal to <value> on <object> = put(value, kind, object)
    put~ <one> <kind> counter on <object> for each <unit> = put(unit, kind, object)
    put~ <number> <kind> counters on <object> for each <unit> = put(times(number, unit), kind, object)
    put~ <counted> and <more:counted> on <object> = :both_put(object, counted, more)
    put~ <counted> , <more:counted> , and <third:counted> on <object> = :both_put(object, counted, more, third)
    put~ <counted> on <object> and <more:counted> on <other:object> = (:put(counted, object), :put(more, other))
    put~ <counted> on <object> , <more:counted> on <other:object> , and <third:counted> on <last:object>
        = (:put(counted, object), :put(more, other), :put(third, last))
    put~ your choice of <counted> or <more:counted> on <object> = :put_either(object, counted, more)
    put~ (your choice of) <counted> , <more:counted> , or <third:counted> on <object>
        = :put_either(object, counted, more, third)
    put~ <counted> or <more:counted> on <object> = :put_either(object, counted, more)
    put~ your choice of <one> <kind> counter or <number> <more:kind> counters on <object>
        = either_clause(put(one, kind, object), put(number, more, object))
    put~ a/an <one_kind:kind> , <two_kind:kind> , or <kind> counter on <object>
        = put(1, either_kind(one_kind, two_kind, kind), object)
    put~ another <kind> counter on <object> = put(1, kind, object)
    put~ <one> <kind> counter on <object> or remove~ one from (it|~|him|her)
        = either_clause(put(one, kind, object), remove(count(1, kind), object))
    put~ your choice of a/an <one_kind:kind> , <two_kind:kind> , or <kind> counter on <object>
        = put(1, either_kind(one_kind, two_kind, kind), object)
    choose a counter on <object> . <removed_or_added>
        = either_clause(remove(removed_or_added, object), give_another(object))
    put~ a/an <kind> counter on <object> or remove~ a/an <other:kind> counter from (it|~)
        = either_clause(put(1, kind, object), remove(count(1, other), object))
    for each <nps> , put <counted> on it = :put(counted, mention(@, each(nps)))
    for each <nps> , put <counted> on that <cores> = :put(counted, mention(@, each(:called(nps, cores))))
    for each <nps> , double the number of <kind> counters on it = double(all(kind), mention(@, each(nps)))
    for each <nps> , double the number of <kind> counters on that <cores>
        = double(all(kind), mention(@, each(:called(nps, cores))))
    remove~ <selection> from <object> = remove(selection, object)
    remove~ (all of them|those counters) = remove_named
    move~ <selection> from <object> onto/to <other:object> = move(selection, object, other)
    move~ any number of counters from among <object> onto/to <other:object> = move(any_number_any, object, other)
    move~ any number of <kind> counters from among <object> onto/to <other:object>
        = move(any_number(kind), object, other)
    double~ the number of <kind> counters on <object> = double(all(kind), object)
    double~ the number of each kind of counter on <object> = double(all_any, object)
    double~ the number of each kind of counter you have = double(all_any, you)
    double~ the number of <kind> counters you have = double(all(kind), you)
    lose~ all <kind> counters = remove(all(kind), they)
    distribute~ <many> <kind> counters among <object> = distribute(many, kind, object)
    distribute~ a number of <kind> counters equal to <value> among <object> = distribute(value, kind, object)
    destroy~ <object> = destroy(object)
    destroy~ <object> . (it|they) can't be regenerated = destroy(object, no_regeneration)
    exile~ <object> = exile(object)
    exile~ <object> face down = exile_face_down(object)
    exile~ <object> in a face-down pile = exile_face_down(object)
    shuffle~ that pile = shuffle_pile(mention(@, them))
    exile~ <object> until <this> leaves the battlefield = exile_until_leaves(object, this)
    exile~ <object> with <counted> on (it|them|him|her) = :exile_with(object, counted)
    return~ <object> to <owners_hand> = return_to_hand(object)
    return~ to <owners_hand> <object> = return_to_hand(object)
    return~ <object> to <battlefield> = :enter(object, battlefield)
    each player returns to the battlefield all cards they own exiled with <this>
        = enter(mention(@, each(:related(:every_card_in("exile"), ("exiled_with", this)))), under(owner))
    if a/an <nps> enters [the battlefield] this way , it enters [the battlefield] with <counted> on (it|him|her)
        = enter_more(mention(@, it), :counters_if(counted, nps))
    if it enters [the battlefield] as a/an <nps> , it enters [the battlefield] with <counted> on (it|him|her)
        = enter_more(mention(@, it), :counters_if(counted, nps))
    return~ <object> to <battlefield> . it 's <become_words> = :enter_as(object, battlefield, become_words)
    return~ <object> to <battlefield> . it 's a/an <nps> = :enter_listed(object, battlefield, :kind_of(nps))
    put~ <object> onto <battlefield> = :enter(object, battlefield)
    put~ <object> onto <battlefield> . they 're <become_words> = :enter_as(object, battlefield, become_words)
    put~ <object> into <owners_hand> = put_into(object, "hand")
    put~ <object> into <owners_graveyard> = put_into(object, "graveyard")
    put~ <object> (on top of <owners_library>|on the top of <owners_library>) = to_library(object, "top")
    put~ <object> on the bottom of <owners_library> = to_library(object, "bottom")
    put~ <object> on top = to_library(object, "top")
    put~ <object> (on top of|on the top of) <owners_library> in any order = to_library(object, "top", any_order)
    put~ <object> on the bottom of <owners_library> in a random order = to_library(object, "bottom", random)
    put~ <object> on the bottom of <owners_library> in any order = to_library(object, "bottom", any_order)
    put~ <object> back in any order = to_library(object, "top", any_order)
    shuffle~ <object> into <owners_library> = shuffle_in(object)
    shuffle~ <possessor_player> graveyard into <owners_library> = shuffle_in(:graveyard_of(possessor_player))
    (shuffle~|shuffle~ your library|shuffle~ their library) = shuffle
    search~ <library> for <object> = search(library, :in_library(object))
    look~ at <object> = look_at(object)
    reveal~ <object> = reveal(object)
    reveal~ (your|their) hand = reveal_hand
    sacrifice~ <object> = sacrifice(object)
    sacrifice~ <object> of (their|your) choice = sacrifice(object)
    tap~ <object> = tap(object)
    untap~ <object> = untap(object)
    transform~ <object> = transform(object)
    regenerate~ <object> = regenerate(object)
    attach~ <object> to <other:object> = attach(object, other)
    unattach~ <object> = unattach(object)
    turn~ <object> face up = turn_face_up(object)
    turn~ <object> face down = turn_face_down(object)
    turn~ <object> face down . (it 's|they 're) <become_words> = :turn_listed(object, become_words)
    gain~ control of <object> = gain_control(object)
    counter~ <object> = counter(object)
    counter~ <object> . if that spell is countered this way , exile it instead of putting it into <owners_graveyard>
        = counter_to_exile(object)
    exile~ one face down = exile_face_down(mention(@, some_of(mention(@, them), 1, 1)))
    counter~ all abilities your opponents control
        = counter(mention(@, each(:related(:ability("any"), ("controller", "opponent")))))
    counter~ target <kind_of_ability> = counter(mention(@, target(kind_of_ability, 1, 1)))
    change~ the target of target spell with a single target
        = change_target(mention(@, target(:with_a_single_target(), 1, 1)))
    change~ the target of target spell or ability with a single target
        = change_target(mention(@, target(:with_a_single_target("any"), 1, 1)))
    choose~ <object> = choose(object)
    gain~ <much> life = gain_life(much)
    gain~ life equal to <value> = gain_life(value)
    gain~ <number> life for each <unit> = :gain_each(number, unit)
    gain~ <much> life plus <number> life for each <unit> = gain_life(plus(much, :times(number, unit)))
    lose~ <much> life = lose_life(much)
    lose~ life equal to <value> = lose_life(value)
    lose~ <number> life for each <unit> = :lose_each(number, unit)
    lose~ half (your|their) life , rounded up = lose_life(half_up(life(they)))
    draw~ <cards_many> = draw(cards_many)
    draw~ cards equal to <value> = draw(value)
    draw~ (a card|one card) for each <unit> = draw(unit)
    discard~ <cards_many> = discard(cards_many)
    discard~ <cards_many> at random = discard_at_random(cards_many)
    discard~ (your|their) hand = discard_hand
    discard~ all the cards in (your|their) hand = discard_hand
    discard~ <cards_described> = discard(cards_described)
    mill~ <cards_many> = mill(cards_many)
    scry~ <much> = scry(much)
    surveil~ <much> = surveil(much)
    proliferate~ = proliferate
    bolster~ <much> = bolster(much)
    adapt~ <much> = adapt(much)
    monstrosity <much> = monstrosity(much)
    renown <much> = renown(much)
    level <number> = gain_level(number)
    support~ <number> = put(1, "+1/+1", mention(@, another_target(:creature(), 0, number)))
    support~ x = support(x)
    amass~ <core> <much> = :amass(core, much)
    amass~ <much> = amass(much, "zombie")
    incubate~ <much> = incubate(much)
    incubate~ <much> <times> = incubate(much, done_times(times))
    earthbend~ <much> = earthbend(much, mention(@, target(:own_land(), 1, 1)))
    empower~ jace <much> = empower_jace(much)
    blight~ <much> = blight(much)
    time travel~ = time_travel
    manifest~ dread = manifest_dread
    manifest~ dread again = manifest_dread
    manifest~ dread <times> = manifest_dread(times)
    manifest~ <object> = manifest(object)
    cloak~ <object> = cloak(object)
    investigate~ = investigate
    investigate~ <times> = investigate(times)
    proliferate~ <times> = proliferate(times)
    discover~ <much> = discover(much)
    populate~ = populate
    learn~ = learn
    become~ the monarch = become_monarch
    take~ the initiative = take_initiative
    take~ an extra turn after this one = extra_turn
    venture~ into the dungeon = venture
    get~ <counted> = :get_counters(counted)
    get~ <energy> = get_counters(energy, "energy")
    get~ <much> {e} = get_counters(much, "energy")
    get~ that many {e} = get_counters(mention(@, that_many), "energy")
    get~ an amount of {e} equal to <value> = get_counters(value, "energy")
    get~ <counted> for each <unit> = :get_counters_each(counted, unit)
    get~ {e} for each <unit> = get_counters(unit, "energy")
    get~ an emblem with <quoted> = emblem(quoted)
    get~ an emblem with <quoted> and <other:quoted> = emblem(quoted, other)
    add~ <mana> = add_mana(mana)
    add~ <mana> for each <unit> = add_mana(mana, unit)
    add~ <mana> or <another:mana> = add_mana_of(mana, another)
    add~ <mana> , <another:mana> , or <third:mana> = add_mana_of(mana, another, third)
    add~ an amount of <mana> equal to <value> = add_mana(mana, value)
    add~ one mana of any color = add_mana_any_color(1)
    add~ <number> mana of any one color = add_mana_any_color(number)
    add~ x mana of any one color = add_mana_any_color(x)
    add~ <number> mana in any combination of colors = add_mana_any_combination(number)
    add~ x mana in any combination of <mana> and/or <another:mana> = add_mana_combination(x, mana, another)
    add~ <number> mana in any combination of <mana> and/or <another:mana> = add_mana_combination(number, mana, another)
    add~ one mana of any color in your commander 's color identity = add_mana_commander(1)
    add~ one mana of the chosen color = add_mana_chosen(1)
    create~ <creation> = creation
    pay~ <mana> = pay_mana(mana)
    pay~ <energy> = pay_counters(energy, "energy")
    pay~ <much> {e} = pay_counters(much, "energy")
    pay~ (one or more) {e} = pay_counters(any_number(1), "energy")
    pay~ any amount of {e} = pay_counters(any_number(0), "energy")
    pay~ any amount of mana = pay_any_mana
    pay~ <much> life = pay_life(much)
    pay~ life equal to <value> = pay_life(value)
    pay~ an amount of {e} equal to <value> = pay_counters(value, "energy")
    put~ those counters on <object> = put_counters_of(mention(@, those_counters), object)
    pay~ <number> life for each <unit> = pay_life(:times(number, unit))
    put~ <possessor> counters on <object> = put_counters_of(possessor, object)
    put~ <possessor> <kind> counters on <object> = put(counters(kind, possessor), kind, object)
    cast~ <object> without paying its mana cost = cast_free(object)
    play~ <object> = play(object)
    look at and play <object> = (look_at(object), play(object))
    look at and cast <object> = (look_at(object), cast(object))
    draw~ an additional card for each <unit> = draw(unit)
    sacrifice~ a/an <nps> for each <unit> = sacrifice(mention(@, some(nps, unit, unit)))
    play~ <object> without paying its mana cost = play_free(object)
    cast~ <object> = cast(object)
    cast~ <object> without paying their mana costs = cast_free(object)
    spend mana as though it were mana of any (color|type) to cast (it|that spell|those spells|them) = spend_as_any
    reveal~ cards from the top of <library> until (you|they) reveal~ a/an <nps> = reveal_until(library, nps)
    exile~ cards from the top of <library> until (you|they) exile~ a/an <nps> = exile_until(library, nps)
    search~ your library and/or graveyard for <object> = search(library_and_graveyard, :in_library(object))
    choose~ a/an <nps> from it = choose(mention(@, some(:in_hand(nps, mention(@, that_player)), 1, 1)))
    choose~ <number> <np> from it = choose(mention(@, some(:in_hand(np, mention(@, that_player)), number, number)))
    proliferate again = proliferate
    pay~ <mana> for each <unit> = pay_mana(mana, unit)
    abandon this scheme = abandon_scheme
    assemble~ a contraption = assemble_contraption(1)
    assemble~ <number> contraptions = assemble_contraption(number)
    shuffle the rest into <owners_library> = shuffle_in(mention(@, rest))
    shuffle~ <object> and <other:object> into <owners_library> = shuffle_in(those(object, other))
    remove~ a/an <kind> counter from <object> for each <unit> = remove(count(unit, kind), object)
    discard~ a card for each <unit> = discard(unit)
    mill~ a card for each <unit> = mill(unit)
    mill~ cards equal to <value> = mill(value)
    put~ x <kind> counters on <object> for each <unit> = put(times_x(unit), kind, object)
    end~ the turn = end_the_turn
    if <leaving> would leave the battlefield , exile it instead of putting it anywhere else = exile_if_leaves(leaving)
    double~ its power and toughness
        = get(signed(power(mention(@, it))), signed(toughness(mention(@, it))), mention(@, it))
    double~ its power = get(signed(power(mention(@, it))), 0, mention(@, it))
    flip~ a coin = flip_a_coin
    choose~ a color = choose_color
    choose~ a creature type = choose_creature_type
    choose~ a creature type . <object> becomes that type = become_type_of_choice((), object)
    choose~ a creature type other than <cores> . <object> becomes that type = :becomes_other_type(cores, object)
    put~ <object> (on the top or bottom of|on the top or on the bottom of) <owners_library>
        = either_clause(to_library(object, "top"), to_library(object, "bottom"))
    win~ the game = win_the_game
    lose~ the game = lose_the_game
    draw~ the game = draw_the_game
    exchange control of <target> = exchange_control(target)
    exchange control of <object_of_list> and <other:object_of_list> = exchange_control(object_of_list, other)
    have <ovp_clause> = ovp_clause
    copy <object> = copy_spell(object)
    copy <object> <copy_options> = copy_spell(object, *copy_options)
    copy <object> <times> = copy_spell(object, done_times(times))
    copy <object> for each <unit> = copy_spell(object, done_times(unit))
    choose new targets for (the copy|that copy|it|the copies) = new_targets
    prevent the next <much> damage that would be dealt to <recipient> = prevent(much, recipient)
    prevent all combat damage that would be dealt = prevent_all_combat
    skip~ <possessive> next <step> = skip_next(step)
    suspect <object> = suspect(object)
    detain <object> = detain(object)
    goad <object> = goad(object)
    tap~ or untap~ <object> = either_clause(tap(object), untap(object))
    flip <this_or_it> = flip(this_or_it)
    clash with an opponent = clash
    exile~ <possessor_player> graveyard = exile(:graveyard_of(possessor_player))
    exile~ all graveyards = exile(mention(@, each(:every_card_in("graveyard"))))
    shuffle~ <possessor_player> graveyard into <owners_library> = shuffle_in(:graveyard_of(possessor_player))
    look~ at <possessor_player> hand = look_at_hand(possessor_player)
    roll~ a <sides> die = roll(sides)
    remove~ <object> from combat = remove_from_combat(object)
    add~ an additional <mana> for each <unit> = add_mana(mana, unit)
    add~ an additional <mana> = add_mana(mana)
    add~ one mana of any color for each <unit> = add_mana_any_combination(unit)
    add~ one mana of any type that a land you control could produce = add_mana_of_lands
    put~ <object> into <owners_hand> and (the rest|the other) <rest_place> = (put_into(object, "hand"), *rest_place)
    put~ one into <owners_hand> and (the rest|the other) <rest_place>
        = (put_into(mention(@, some_of(mention(@, them), 1, 1)), "hand"), *rest_place)
    put~ <object> onto <battlefield> and (the rest|the other) <rest_place> = (:enter(object, battlefield), *rest_place)
    put~ the rest <rest_place> = :first(rest_place)
    prevent all damage that would be dealt to <recipient> = prevent_all(recipient)
    prevent all damage that would be dealt this turn to <recipient>
        = :for_a_while(prevent_all(recipient), "end of turn")
    prevent all damage that would be dealt this turn by <object> = prevent_all_by(object, this_turn)
    prevent all combat damage that would be dealt to <recipient> = prevent_all_combat_to(recipient)
    prevent all combat damage that would be dealt by <object> = prevent_all_combat_by(object)
    prevent all combat damage <object> would deal = prevent_all_combat_by(object)
    prevent all combat damage that would be dealt to and dealt by <object>
        = prevent_all_combat_to_and_by(object)
    spend this mana only <spend_use> = spend_only(spend_use)
    shuffle~ <player_target> 's library = shuffle_library(player_target)
    shuffle~ that player 's library = shuffle_library(mention(@, that_player))
    exile~ <top> face down = exile_face_down(top)
    conjure <object> = conjure(object)
    stay = stay
    the ring tempts you = ring_tempts
    choose a counter on <object> . give that (permanent|creature) [or player] another counter of that kind
        = give_another(object)
    for each kind of counter on <object> , put another counter of that kind on it or remove one from it
        = up_or_down(object)
    for each kind of counter on <object> , put another counter of that kind on (it|that permanent|that creature)
        = another_of_each(object)
    for each kind of counter on <object> , give that (permanent|creature) [or player] another counter of that kind
        = another_of_each(object)
    give <object> another counter of that kind = put_another_of_that_kind(object)
    it 's still a <cores> = still(:kind_of(cores), mention(@, it))
    they 're still <core> = still(:kind_of(core), mention(@, them))

removed_or_added
    remove that counter from that permanent or card or put another of those counters on it = count_any(1)

leaving
    (it|he|she) = mention(@, it)
    that <cores> = mention(@, it(cores))
    the <plain> = mention(@, it(plain))

spend_use
    to cast <np> = to_cast(np)
    to cast a/an <nps> = to_cast(nps)
    to activate abilities = to_activate
    to activate abilities of <np> = to_activate(np)
    to cast <np> or activate abilities of <more:np> = either(to_cast(np), to_activate(more))
    to cast <np> and activate abilities of <more:np> = either(to_cast(np), to_activate(more))
    to cast <np> or to activate abilities of <more:np> = either(to_cast(np), to_activate(more))
    to cast <np> or to turn <more:object> face up = either(to_cast(np), to_turn_up(more))
    to cast a/an <nps> , pay a mana cost to turn a manifested creature face up , or pay a morph cost
        = either(to_cast(nps), to_turn_up_manifested, to_pay_morph)
    to pay cumulative upkeep costs = to_pay_cumulative_upkeep
    on costs that (include|contain) {x} = on_costs_with_x

sides
    six-sided = 6
    d20 = 20
    twenty-sided = 20
    d6 = 6
    four-sided = 4

possessor_player
    your = you
    their = mention(@, they)
    that player 's = mention(@, that_player)
    <player_target> 's = player_target
    each player 's = mention(@, each(:players("each")))
    each opponent 's = mention(@, each(:players("opponent")))
    (its|their) controller 's = controller(mention(@, it))
    (its|their) owner 's = owner(mention(@, it))

rest_place
    on the bottom of <owners_library> = (to_library(mention(@, rest), "bottom"))
    on the bottom of <owners_library> in a random order = (to_library(mention(@, rest), "bottom", random))
    on the bottom of <owners_library> in any order = (to_library(mention(@, rest), "bottom", any_order))
    (on top of|on the top of) <owners_library> in any order = (to_library(mention(@, rest), "top", any_order))
    on top of <owners_library> = (to_library(mention(@, rest), "top"))
    into <owners_graveyard> = (put_into(mention(@, rest), "graveyard"))
    into <owners_hand> = (put_into(mention(@, rest), "hand"))
    back in any order = (to_library(mention(@, rest), "top", any_order))

possessive
    your/their/that

step
    untap step = "untap"
    draw step = "draw"
    turn = "turn"
    combat phase = "combat"

times
    twice = 2
    <number> times = number
    x times = x
    that many times = mention(@, that_many)

cards_many
    a/one/another card = 1
    an additional card = 1
    <many> cards = many
    that many cards = mention(@, that_many)
    twice that many cards = times(2, mention(@, that_many))
    x cards = x
    <number> additional cards = number

cards_described
    a/an <nps> = mention(@, some(:hand(nps), 1, 1))
    <number> <np> = mention(@, some(:hand(np), number, number))
    any number of <np> = mention(@, some(:hand(np), 0, any))
    that card = mention(@, it("card"))
    this card = mention(@, this)

kind_of_ability
    activated ability = :ability("activated")
    triggered ability = :ability("triggered")
    activated or triggered ability = :ability("activated or triggered")
    spell or ability = :ability("spell or ability")
    loyalty ability = :ability("loyalty")

counted
    <one> <kind> counter = (one, kind)
    <many> <kind> counters = (many, kind)

selection
    <one> <kind> counter = count(one, kind)
    <many> <kind> counters = :count_kind(many, kind)
    <one> counter = count_any(one)
    up to one <kind> counter = up_to(1, kind)
    up to one counter = up_to_any(1)
    <many> counters = :count_of_any(many)
    all <kind> counters = all(kind)
    (all counters|all of its counters|its counters) = all_any
    a counter of each kind = one_of_each
    a counter of each kind not on <object> = one_of_each_not_on(object)
    those counters = those_counters

owners_hand
    (its|their) owner 's hand = yes
    (their owners|their owner|its owners) ' hands = yes
    their owner 's hands = yes
    (your|their) hand = yes
    your hands = yes

owners_graveyard
    (its|their) owner 's graveyard = yes
    (their owners|their owner) ' graveyards = yes
    (your|their) graveyard = yes

owners_library
    (its|their) owner 's library = yes
    (their owners|their owner) ' libraries = yes
    (your|their|that) library = yes

battlefield
    the battlefield = ()
    the battlefield <enter_options> = enter_options

enter_options
    <enter_option> = (enter_option)
    <enter_option> <more:enter_options> = (enter_option, *more)
    <enter_option> and <more:enter_options> = (enter_option, *more)
    with <counted> and <more:counted> on (it|them|him|her) = (:counters(counted), :counters(more))

enter_option
    tapped = tapped
    attacking = attacking
    transformed = transformed
    face down = face_down
    face up = face_up
    face up or face down = either_face
    under your control = under(you)
    under (its|their|his|her) owner 's control = under(owner)
    under (their owners|their owner) ' control = under(owner)
    under their control = under(they)
    with <counted> on (it|them|him|her) = :counters(counted)
    with an additional <kind> counter on it = counters(1, kind)
    with a number of <kind> counters on it equal to <value> = counters(value, kind)
    attached to <object> = attached_to(object)

creation
    <one> <made_tokens> = :create(one, made_tokens)
    <name> , <one> <made_tokens> = :create_named(name, one, made_tokens)
    <many> <made_token> = :create(many, made_token)
    a number of <made_token> equal to <value> = :create(value, made_token)
    <one> <made_tokens> for each <unit> = :create(unit, made_tokens)
    <one> <made_tokens> and <number> <more:made_token> = (:create(one, made_tokens), at_once(:create(number, more)))
    <one> <made_tokens> and <another:one> <more:made_tokens>
        = (:create(one, made_tokens), at_once(:create(another, more)))

made_token~
    <token_words~>
    <token_words~> <token_options> = :token_with(token_words, token_options)
    (token that 's a copy of|tokens that are copies of) <object> = (copy(object))
    (token that 's a copy of|tokens that are copies of) <object> <copy_options> = (copy(object), *copy_options)
    (token that 's a copy of|tokens that are copies of) <object> that (is|are|'s) tapped and attacking
        = (copy(object), tapped_and_attacking)
    tapped (token that 's a copy of|tokens that are copies of) <object> = (copy(object), tapped)
    tapped and attacking (token that 's a copy of|tokens that are copies of) <object>
        = (copy(object), tapped_and_attacking)
    tapped and attacking (token that 's a copy of|tokens that are copies of) <object> <copy_options>
        = (copy(object), tapped_and_attacking, *copy_options)

copy_options
    , except <copy_exceptions> = copy_exceptions

copy_exceptions
    <copy_exception> = (copy_exception)
    <copy_exception> and <more:copy_exceptions> = (copy_exception, *more)
    <copy_exception> , <more:copy_exceptions> = (copy_exception, *more)
    <copy_exception> , and <more:copy_exceptions> = (copy_exception, *more)

copy_exception
    (it has|they have|he has|she has) this ability = except_this_ability
    (it is|it 's|they 're) not legendary = not_legendary
    (it|the copy|the token) isn't legendary = not_legendary
    (they aren't|the copies aren't|the tokens aren't) legendary = not_legendary
    (it 's|they 're) <np_or_nps> in addition to (its|their) other types = except_also(:kind_of(np_or_nps))
    (it has|it gains|they have|they gain) <keywords> = except_keywords(*keywords)
    (it has|it gains|they have|they gain) <quoted> = except_ability(quoted)
    (it has|they have) no mana cost = except_no_mana_cost
    <quoted> = except_ability(quoted)
    (it 's|it is|they 're) <power_toughness> = except_power_toughness(*power_toughness)
    (it 's|it is|they 're) <color> = except_color(color)
    it enters [the battlefield] with <counted> on it = except_counters(counted)
    it enters [the battlefield] with <counted> on it if it 's <np_or_nps>
        = except_counters_of(counted, :kind_of(np_or_nps))

token_options
    <token_option> = (token_option)
    <token_option> <more:token_options> = (token_option, *more)
    <token_option> and <more:token_options> = (token_option, *more)

token_option
    with <keywords> = keywords(*keywords)
    with <quoted> = ability(quoted)
    with <keywords> and <quoted> = both(keywords(*keywords), ability(quoted))
    named <name> = name(name)
    that (is|are|'s) tapped and attacking = tapped_and_attacking
    that (is|are|'s) tapped = tapped
    that (is|are|'s) every basic land type = every_basic_land_type
    tapped = tapped
    with <counted> on (it|them|him|her) = :counters(counted)

# What an object does; `subject` stands for it.
ovp~
    enter~ [the battlefield] with <counted> on (it|them|him|her) = enter_more(subject, :counters(counted))
    enter~ [the battlefield] with <counted> on it if it 's a/an <nps> = enter_more(subject, :counters_if(counted, nps))
    enter~ [the battlefield] with <counted> on it if it 's a/an <nps> and <more:counted> on it if it 's a/an <other:nps>
        = enter_more(subject, :counters_if(counted, nps), :counters_if(more, other))
    deal~ <much> damage to <recipient> = damage(much, subject, recipient)
    deal~ damage equal to <value> to <recipient> = damage(value, subject, recipient)
    deal~ damage to <recipient> equal to <value> = damage(value, subject, recipient)
    deal~ <number> damage to <recipient> for each <unit> = damage(:times(number, unit), subject, recipient)
    deal~ <much> damage to <recipient> and <another:much> damage to <other:recipient>
        = damage(much, subject, recipient, another, other)
    deal~ <much> damage to <recipient> and to <other:recipient> = damage(much, subject, those(recipient, other))
    deal~ <much> damage divided as you choose among <recipient> = divide_damage(much, subject, recipient)
    fight~ <object> = fight(subject, object)
    fight~ each other = fight(subject)
    explore~ = explore(subject)
    explore~ again = explore(subject)
    explore~ <times> = explore(subject, done_times(times))
    connive~ = connive(1, subject)
    connive~ <much> = connive(much, subject)
    endure~ <much> = endure(much, subject)
    phase~ out = phase_out(subject)
    assemble~ a contraption = assemble_contraption(1, subject)
    assemble~ <number> contraptions = assemble_contraption(number, subject)
    phase~ in = phase_in(subject)
    become~ untapped = untap(subject)
    become~ tapped = tap(subject)
    become~ suspected = suspect(subject)
    become~ plotted = plot(subject)
    transform~ = transform(subject)
    (is|are) destroyed = destroy(subject)
    (is|are) put into (its owner 's|their owner 's) graveyard = put_into(subject, "graveyard")
    can't be regenerated = no_regeneration(subject)
    don't~ untap during (its controller 's|their controllers '|their controller 's) next untap step
        = stay_tapped(subject)
    don't~ untap during your next untap step = stay_tapped_in_step_of(you, subject)
    assign~ no combat damage this turn = until_end_of_turn(no_combat_damage(subject))
    become~ <power_toughness> = base(*power_toughness, subject)
    attack~ (this turn|this combat) if able = until_end_of_turn(must_attack(subject))
    block~ this turn if able = until_end_of_turn(must_block(subject))
    gain~ flashback until end of turn . the flashback cost is equal to (its|that card 's) mana cost
        = until_end_of_turn(gain("flashback", subject))

# What goes on for a while.
cvp~
    get~ <power_toughness> = get(*power_toughness, subject)
    get~ an additional <power_toughness> = get(*power_toughness, subject)
    get~ <power_toughness> until end of turn for each <unit>
        = until_end_of_turn(get_each(*power_toughness, unit, subject))
    get~ <power_toughness> for each <unit> = get_each(*power_toughness, unit, subject)
    gain~ <keywords> = :each_keyword("gain", keywords)
    have~ <power_toughness> = get(*power_toughness, subject)
    have~ <keywords> = :each_keyword("gain", keywords)
    gain~ <quoted> = gain(quoted, subject)
    have~ <quoted> = gain(quoted, subject)
    gain~ <quoted> and <other:quoted> = (gain(quoted, subject), gain(other, subject))
    have~ <quoted> and <other:quoted> = (gain(quoted, subject), gain(other, subject))
    have~ <keywords> and <quoted> = (*:each_keyword("gain", keywords), gain(quoted, subject))
    (is|are|become~) <a_kind> in addition to its other (types|creature types|land types) = become_also(a_kind, subject)
    gain~ <keywords> and <quoted> = (gain(quoted, subject), *:each_keyword("gain", keywords))
    gain~ your choice of <choice_of_keywords> = gain(choice_of_keywords, subject)
    lose~ <keywords> = :each_keyword("lose", keywords)
    have~ all activated abilities of <object> = has_activated_of(object, subject)
    lose~ all abilities = lose_all_abilities(subject)
    (is|are|become~) the chosen type in addition to (its|their) other types = become_chosen_type(subject)
    gain~ protection from the color of your choice = gain_protection_of_choice(subject)
    lose~ all other abilities = lose_all_other_abilities(subject)
    can't be blocked = cant_be_blocked(subject)
    can't be blocked except by <object> = cant_be_blocked_except_by(object, subject)
    can't be blocked this turn except by <object> = until_end_of_turn(cant_be_blocked_except_by(object, subject))
    can't be blocked this turn by <object> = until_end_of_turn(cant_be_blocked_by(object, subject))
    can't be blocked by more than one creature = cant_be_blocked_by_more_than(1, subject)
    can't block <object> = cant_block_object(object, subject)
    can block only creatures with <keyword> = cant_block_object(:creatures_without(keyword), subject)
    can't have or gain <keywords> = :each_keyword("cant_have", keywords)
    get~ <power_toughness> or <other:power_toughness> = get_either(power_toughness, other, subject)
    lose~ <keywords> and can't have or gain <more:keywords>
        = (*:each_keyword("lose", keywords), *:each_keyword("cant_have", more))
    can't attack you = cant_attack_you(subject)
    can't attack you or planeswalkers you control = cant_attack_you(subject, planeswalkers)
    can't have <keywords> = :each_keyword("cant_have", keywords)
    attack~ <player_target> this turn if able = until_end_of_turn(must_attack_player(player_target, subject))
    can't be the target of spells or abilities your opponents control = gain("hexproof", subject)
    don't~ untap during your untap step = doesnt_untap(subject)
    can't be blocked by <object> = cant_be_blocked_by(object, subject)
    can't block = cant_block(subject)
    can't attack = cant_attack(subject)
    can't attack or block = cant_attack_or_block(subject)
    can't be regenerated = no_regeneration(subject)
    can't become untapped = cant_untap(subject)
    have~ base power and toughness <power_toughness> = base(*power_toughness, subject)
    become~ <become_words> = become(*become_words, subject)
    become~ <become_words> with <keywords> = become(*become_words, keywords(*keywords), subject)
    become~ <become_words> that 's still a <cores> = become(*become_words, still(:kind_of(cores)), subject)
    become~ <become_words> with <keywords> that 's still a <cores>
        = become(*become_words, keywords(*keywords), still(:kind_of(cores)), subject)
    become~ <become_words> in addition to its other types = become(*become_words, in_addition, subject)
    become~ <become_words> with <keywords> in addition to its other types
        = become(*become_words, keywords(*keywords), in_addition, subject)
    's an artifact creature = become_also(:artifact_creature(), subject)
    (is|are) <a_kind> = become_only(a_kind, subject)
    (is|are) <np> = become_only(:kind_of(np), subject)
    (is|are) <a_kind> with base power and toughness <power_toughness>
        = (become_only(a_kind, subject), base(*power_toughness, subject))
    (is|'s) <become_words> = become_sized(*become_words, only, subject)
    (is|'s) <become_words> that 's still a <cores> = become_sized(*become_words, still(:kind_of(cores)), subject)
    (is|'s) <become_words> with <keywords> that 's still a <cores>
        = (become_sized(*become_words, still(:kind_of(cores)), subject), *:each_keyword("gain", keywords))
    (is|'s) <become_words> in addition to its other types = become_sized(*become_words, too, subject)
    (is|are) <color> = become_color(color, subject)
    (isn't|aren't) a/an <cores> = become_not(:kind_of(cores), subject)
    (isn't|aren't) <core> = become_not(:kind_of(core), subject)
    become~ <a_kind> = become(a_kind, subject)
    become~ <a_kind> with base power and toughness <power_toughness>
        = (become(a_kind, subject), base(*power_toughness, subject))
    its activated abilities can't be activated = cant_activate(subject)
    its activated abilities can't be activated unless they 're mana abilities
        = cant_activate(subject, not_mana_abilities)
    (are|become) <np> in addition to their other (types|creature types) = become_also(:kind_of(np), subject)
    become~ a copy of <object> = become_copy(object, subject)
    become~ a copy of <object> <copy_options> = become_copy(object, subject, *copy_options)
    become~ a copy of <object> until end of turn <copy_options>
        = until_end_of_turn(become_copy(object, subject, *copy_options))
    become~ an aura with enchant creature = become_aura("enchant creature", subject)
    become~ <color> = become_color(color, subject)
    become~ the color of your choice = become_color_of_choice(subject)
    become~ the creature type of your choice = become_type_of_choice((), subject)
    attack~ each combat if able = must_attack(subject)
    block~ each combat if able = must_block(subject)
    can block an additional creature [each combat] = block_one_more(subject)
    can block any number of creatures [each combat] = block_any_number(subject)
    can attack as though (it|they) didn't have defender = attack_despite_defender(subject)
    can attack this turn as though it didn't have defender = until_end_of_turn(attack_despite_defender(subject))
    must be blocked if able = must_be_blocked(subject)
    assign~ combat damage equal to its toughness rather than its power = assign_toughness(subject)
    (is|are) goaded = goad(subject)
    don't~ untap during (its controller 's|their controllers ') untap step/steps = doesnt_untap(subject)

np_or_nps
    a/an <nps>

a_kind
    a/an <nps> = :kind_of(nps)
    a/an <subtype_row> = subtype_row

choice_of_keywords
    <keyword> or <another:keyword> = choice(keyword, another)
    <keyword> , <another:keyword> , or <third:keyword> = choice(keyword, another, third)

keywords
    <keyword> = (keyword)
    <keyword> and <another:keyword> = (keyword, another)
    <keyword> , <more:keywords_last> = (keyword, *more)

keywords_last
    and <keyword> = (keyword)
    <keyword> , <more:keywords_last> = (keyword, *more)

recipient
    you = you
    itself = mention(@, itself)
    <object>
    <player>
    you or a/an <nps> = either_of(you, mention(@, some(nps, 1, 1)))
    you and <object> = those(you, object)
    <object> and you = those(object, you)
    <object> and <player> = those(object, player)
    <player> and <object> = those(player, object)
    each creature and each player = those(mention(@, each(:creature())), mention(@, each(:players("each"))))
    each opponent and each <nps> they control
        = those(mention(@, each(:players("opponent"))), mention(@, each(:related(nps, ("controller", "opponent")))))
"""

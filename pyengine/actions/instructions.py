"""The table of instructions: the phrases of each, and the facts that it is for the rules.

A row is a phrase and what it says, in the notation of `english.grammar_engine`: `destroy bear and elf` is read into
`destroys("bear" and "elf")`, and that is written as the same phrase and as the facts `destroys(i1,"bear").` and
`destroys(i1,"elf").`, which a rule file of `asp/` works on. The words in angle brackets are one of the sorts of
`pyengine.actions.sorts`, or a rule further down. Where two rows read the same words, the first one is meant; where two
write the same, the first one does.

`it` is what the first fact of a row is about. A name on the right that is not among the words is a word of the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from pyengine.compiler.token_cards import INCUBATOR, army, spirit

ACTIONS = """
told
    <action> <ending*> = (action, ending)

action
    put <put+> = puts_on(*:puts(put))
    put the counters/counter of <left:holder> on <holder> = puts_counters_of(left, holder, all_any)
    put the <kind> counters/counter of <left:holder> on <holder> = puts_counters_of(left, holder, all(kind))
    remove <selection> from <holder+> = removes_from(holder, selection)
    move <selection> from <first:holder> to/onto <second:holder> = moves(first, second, selection)
    proliferate = proliferates
    proliferate twice = (proliferates, many_times(2))
    proliferate <few> times = (proliferates, many_times(few))
    proliferate nothing = (proliferates, choice_given)
    proliferate <holder+> = (proliferates, choice_given, chooses(holder))
    double the [number of] <kind> counters/counter on <holder+> = doubles(holder, all(kind))
    double the number of each kind of counter/counters on <holder+> = doubles(holder, all_any)
    distribute <counted> among nothing = distributes(*counted)
    distribute <counted> among <holder+> = (distributes(*counted), distributes_among(holder))
    adapt <count> on <object+> = adapts(object, count)
    monstrosity <count> on <object+> = makes_monstrous(object, count)
    renown <count> on <object+> = makes_renowned(object, count)
    bolster <count> = bolsters(count)
    blight <count> = blights(count)
    support <count> on nothing = supports(count)
    support <count> on <object+> = (supports(count), supports_creature(object))
    support <count> from <from:object> on nothing = (supports(count), supports_from(from))
    support <count> from <from:object> on <object+>
        = (supports(count), supports_from(from), supports_creature(object))
    time travel = time_travels
    incubate 0 creating <new> = (incubates, creates(new))
    incubate <count> creating <new> = (incubates, creates(new), enters_with_counters(new, "+1/+1", count))
    endure <count> on <object> creating <new> = (endures(object, count), creates(new))
    amass <subtype> <count> creating <new> = (amasses(subtype, count), creates(new))

    destroy <object+> = destroys(object)
    regenerate <object+> = regenerates_object(object)
    sacrifice <object+> = sacrifices(object)
    discard <object+> = discards_card(object)
    tap <object+> = taps_object(object)
    untap <object+> = untaps_object(object)
    phase out <object+> = phases_object_out(object)
    phase in <object+> = phases_object_in(object)
    reveal <object+> = reveals(object)
    look at <object+> = looks_at(object)
    transform <object+> = transforms(object)
    merge <object> over <host:object> = merges(object, host, over)
    merge <object> under <host:object> = merges(object, host, under)
    attach <object> to <host:holder> = attaches_object(object, host)
    <player> gains control of <object+> = takes_control(player, object)
    <object> fights <other:object> = fights(object, other)
    <object> becomes a copy of <original:object> = becomes_copy_of(object, original)
    deal <hit+> = deals_damage(*:hits(hit))

    return <object+> to hand = puts_into(object, "hand")
    exile <object+> = puts_into(object, "exile")
    put <object+> into <zone> = puts_into(object, zone)
    put <object+> on top of <their_library> = puts_on_library(object, top)
    put <object+> on the bottom of <their_library> = puts_on_library(object, bottom)
    shuffle <object+> into <their_library> = shuffles_in(object)
    shuffle <object+> = shuffles(object)
    shuffle <whose> library = shuffles_library(whose)
    choose a card from pile <pile> = chooses_from_pile(pile)
    choose <alone> = chooses_card(alone)
    put <object+> onto the battlefield face down as <listed> <entering*>
        = (enters(object), enters_face_down(it), lists_values(listed), *entering)
    put <object+> onto the battlefield face down <entering*> = (enters(object), enters_face_down(it), *entering)
    put <object+> onto the battlefield as a copy of <original:object> <entering*>
        = (enters(object), enters_as_copy(it, original), *entering)
    put <object+> onto the battlefield transformed <entering*> = (enters(object), enters_transformed, *entering)
    put <object+> onto the battlefield <entering*> = (enters(object), *entering)
    create <new> as a copy of <original:object> <entering*> = (creates(new), enters_as_copy(it, original), *entering)
    create <new> as a/an <card> <entering*> = (creates(new, card), *entering)
    create <tokens> [under <performer:controller>] <described*> = (creates_tokens(performer, *tokens), *described)
    create <tapped_tokens> [under <performer:controller>] <described*>
        = (creates_tokens(performer, *tapped_tokens), tokens_enter_tapped, *described)
    investigate = investigates
    put <new> onto the stack as a copy of <original:object> = copies_spell(new, original)

    turn <object+> face up = turns_up(object)
    turn <alone> face up for (its|) <up_cost> cost <paid_with_x*> = (turns_up_for(alone, up_cost), *paid_with_x)
    turn <alone> face up for no cost = turns_up_for_nothing(alone)
    turn <object+> face down = turns_down(object)
    turn <object+> face down as <listed> = (turns_down(object), lists_values(listed))
    manifest dread = manifests_dread
    manifest <object+> = manifests(object, "manifest")
    cloak <object+> = manifests(object, "cloak")
    manifest the top [1/one] card of <whose> library = manifests_top(whose, "manifest")
    cloak the top [1/one] card of <whose> library = manifests_top(whose, "cloak")
    manifest the top <few> cards/card of <whose> library = (manifests_top(whose, "manifest"), top_cards(few))
    cloak the top <few> cards/card of <whose> library = (manifests_top(whose, "cloak"), top_cards(few))
    exile <object+> face down = exiles_face_down(object)
    exile <object+> face down looked at by <player+> = (exiles_face_down(object), looked_at_by(player))

    <player> loses <number> life = loses_life(player, number)
    <player> gains <number> life = gains_life(player, number)
    <player> draws <cards> = draws(player, cards)
    <player> discards <cards> = discards(player, cards)
    <player> discards <cards> at random = discards_at_random(player, cards)
    <player> mills <cards> = mills(player, cards)
    <player> scries <count> = scries(player, count)
    <player> surveils <count> = surveils(player, count)
    <player> leaves the game = leaves_game(player)
    <object> explores = explores(object)
    <object> connives = connives(object, 1)
    <object> connives <count> = connives(object, count)
    add <mana> to <whose> mana pool = adds_mana(whose, mana)
    end the game = ends_game

    <object> gets <bonus> <until> = gets(object, *bonus, until)
    <object> loses all abilities <until> = loses_all_abilities(object, until)
    <object> gains <keyword> <until> = gains(object, keyword, until)
    <object> loses <keyword> <until> = loses(object, keyword, until)
    <object> becomes <listed> in addition to its other types <until> = becomes(object, listed, too, until)
    <object> becomes <listed> <until> = becomes(object, listed, only, until)
    <object> can't <forbidden> <until> = cant_do(object, forbidden, until)

    cast <object> face down for [its] <procedure> <of_cast_face_down*>
        = (casts(object, face_down), by_procedure(procedure), *of_cast_face_down)
    cast <object> face down <of_cast_face_down*> = (casts(object, face_down), *of_cast_face_down)
    cast <object> <of_cast*> = (casts(object, face_up), *of_cast)
    activate ability <ability> of <object> <of_activation*> = (activates(object, ability), *of_activation)
    play <alone> = plays(alone)
    play <alone> with its back face up = plays_back(alone)
    suspend <alone> <of_suspending*> = (suspends(alone), *of_suspending)
    foretell <alone> = foretells(alone)
    plot <alone> = plots(alone)
    resolve the top of the stack = resolves_top
    pass priority = passes_priority
    resolve <stacked> = resolves(stacked)
    counter the spell <stacked> = counters_spell(stacked)

    attack with <object> alone = attacks_alone(object)
    attack with <object+> = attacks_with(object)
    attack <sent+> = attacks_whom(*:sent(sent))
    block <sent+> = blocks_with(*:blocking(sent))
    declare attackers = chooses_attackers
    declare blockers = chooses_blockers
    begin the <step> of <player> = begins_step(step, player)
    go to (the|) next step = goes_on_to(next_step, anyone)
    go to (the|) next turn = goes_on_to(next_turn, anyone)
    go to (the|) next turn of <player> = goes_on_to(next_turn, player)
    go to <player:whose> next turn = goes_on_to(next_turn, player)
    go to (the|) <step> = goes_on_to(step, anyone)
    go to (the|) <step> of <player> = goes_on_to(step, player)
    go to <player:whose> <step> = goes_on_to(step, player)
    check state-based actions = checks_only

    <text> = carries(text)
"""
"""Everything that an action can tell to do."""

SAID_BESIDE = """
# What is said of an action besides, in any order.
ending
    as combat damage = combat_damage
    that can't be prevented = unpreventable
    as a <cause> = as(cause)
    by <player> = performer(player)
    if <holder> is <type> card = only_if(holder, type)

entering
    under <controller> = enters_under(it, controller)
    with <counted+> = enters_with_counters(it, *:added(counted))
described
    with <counted+> = tokens_enter_with(*:added(counted))

of_cast
    as <part> = casts_part(part)
    without paying its mana cost = free
    for its <other_cost> cost = says_cost(other_cost)
    <kicked>
    <paid_besides>
    <modes>
    <targets>
    <x>
    <payment>
of_cast_face_down
    without paying its mana cost = free
    <x>
    <payment>
of_activation
    <modes>
    <targets>
    <x>
    <payment>
of_suspending
    <x>
    <payment>
paid_with_x
    <x>

paid_besides
    paying its <cost_besides> cost = says_besides(cost_besides, 1)
    not paying its <cost_besides> cost = says_besides(cost_besides, 0)
    paying its <cost_besides> cost <count> times = says_besides(cost_besides, count)
kicked
    kicked = says_kicked(1)
    not kicked = says_kicked(0)
    kicked <count> times = says_kicked(count)
modes
    choosing mode/modes <mode> = picks_mode(mode)
    choosing modes/mode <mode+> = picks_mode(:ascending(mode))
targets
    targeting nothing = aims_at_nothing
    targeting <target+> = aims_at_target(*:numbered(target))
x
    with X/x = <count> = chosen_x(count)
payment
    paying with nothing = pays_from_pool
    paying with <holder+> = pays_with(holder)
    sacrificing <object+> = pays_using(object, "sacrifice")
    discarding <object+> = pays_using(object, "discard")
    exiling <object+> = pays_using(object, "exile")
    tapping <object+> = pays_using(object, "tap")
    revealing <object+> = pays_using(object, "reveal")
    returning <object+> to hand = pays_using(object, "return")

# Parts of phrases.
put
    <counted+> on <holder+> = (holder, counted)
hit
    <number> damage from <source:object> to <holder+> = (source, holder, number)
    <number> damage to <holder+> from <source:object> = (source, holder, number)
sent
    <holder> with <object+> = (object, holder)
counted
    <number> <kind> counter/counters = (kind, number)
selection
    <only_one> counter/counters of each kind = :only(only_one)
    all counters/counter = all_any
    all <kind> counters/counter = all(kind)
    any number of counters/counter = any_number_any
    any number of <kind> counters/counter = any_number(kind)
    one or more counters/counter = one_or_more_any
    one or more <kind> counters/counter = one_or_more(kind)
    up to <number> counters/counter = up_to_any(number)
    up to <number> <kind> counters/counter = up_to(number, kind)
    <many> = many
many
    <number> counter/counters = count_any(number)
    <number> <kind> counter/counters = count(number, kind)
cards
    a card = 1
    <number> cards/card = number
listed
    a/an <size> <types> = :listed(types, size)
    a/an <size> <types> with <keyword+> = :listed(types, size, keyword)
    a/an <types> = :listed(types)
    a/an <types> with <keyword+> = :unsized(types, keyword)
controller
    <player>
    <whose> control
their_library
    (its|their) owner's/owners'/owners library/libraries
"""

ONCE = {"attacks_whom": 1, "blocks_with": 2}
"""Number of first arguments that two facts can't have in common, besides facts with one argument."""

MAY_PUT = dict.fromkeys(("explores", "connives", "incubates", "amasses", "endures"), "+1/+1")
"""The kind of counter that may be put, though the phrase does not name it."""

CREATED: dict[str, Callable[..., str]] = {
    "incubates": lambda: INCUBATOR,
    "endures": lambda _, count: spirit(count),
    "amasses": lambda subtype, _: army(subtype),
}
"""The card of the token that may be created."""

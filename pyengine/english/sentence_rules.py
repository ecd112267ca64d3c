"""The grammar of sentences: who does what, on which condition, for how long; and of conditions."""

SENTENCES = """
effects
    <sentence>
    <sentence> <effects> = (*sentence, *:rest(effects))

sentence
    <body> .
    then <body> .
    <body> . x is <value> . = :where(body, value)
    then , <body> .

body
    <chain>
    <chain> , where x is <value> = :where(chain, value)
    <prefix> , <body> = :prefixed(prefix, body)
    <prefix_without_comma> <body> = :prefixed(prefix_without_comma, body)
    <chain> <suffix> = :suffixed(suffix, chain)
    <chain> <then> <last:chain> <suffix> = (*chain, *:suffixed(suffix, last))
    <chain> if <cond> <then> <last:chain> = (*:suffixed_if(cond, chain), *last)
    <chain> <suffix> , where x is <value> = :where(:suffixed(suffix, chain), value)
    for each <nps> , its controller create~ <creation> = :created_for_each(mention(@, each(nps)), creation)
    you may <vp_list> and you may <last:vp_list> <suffix> = (*:may(you, vp_list), *:suffixed(suffix, :may(you, last)))
    <chain> instead = :may_instead(chain)
    <chain> instead if <cond> = :suffixed_if(cond, :may_instead(chain))
    instead <chain> = :instead(chain)

prefix
    (if you pay|if they pay) = only_if(paid)
    during your turn = only_if(turn_of(you))
    if <cond> = only_if(cond)
    if you cast a spell this way = only_if(cast_this_way)
    if you do = only_if(done)
    if the player does = only_if(done)
    if a player does = only_if(done)
    if (they do|that player does|a player does|he or she does) = only_if(done)
    (if you don't|if you can't|if they don't|if they can't|if that player doesn't) = only_if(not_done)
    (if you don't put it onto the battlefield|if you don't put the card onto the battlefield) = only_if(not_done)
    (if you don't put it into your hand|if you don't put the card into your hand) = only_if(not_done)
    (if the player doesn't|if no one does|if no player does) = only_if(not_done)
    otherwise = only_if(otherwise)
    when you do = later(when_done)
    when you discard a card this way = later(when_done("discard"))
    when you search your library this way = later(when_done("search"))
    when it connives this way = later(when_done)
    (when|whenever) <event> this turn = later(happens(event, "this turn"))
    (this turn|until end of turn) , (when|whenever) <event> = later(happens(event, "this turn"))
    until your next turn , whenever <event> = later(happens(event, "your next turn"))
    when you next cast a/an <nps> this turn = later(happens(casts(you, mention(@, any(nps))), "next this turn"))
    when you cast your next <nps> this turn = later(happens(casts(you, mention(@, any(nps))), "next this turn"))
    when <event> = :next_time(event)
    <duration> = until(duration)
    (at|during) <delayed> = later(delayed)
    for each <unit> = times(unit)
    for each <kind> counter removed = times(mention(@, so_many(removed(kind))))
    for each counter removed = times(mention(@, so_many("remove")))

prefix_without_comma
    otherwise = only_if(otherwise)

suffix
    if <cond> = only_if(cond)
    unless <cond> = only_if(not(cond))
    unless <unless> = unless
    at <delayed> = later(delayed)

unless
    you <vp_list> = unless(you, *vp_list)
    <player> <vp_lists> = unless(player, *vp_lists)
    they <vp_list> = unless(mention(@, they), *vp_list)

delayed
    the beginning of your next turn = beginning("turn", "your next")
    the beginning of the next end step = beginning("end step", "next")
    the beginning of your next end step = beginning("end step", "your next")
    the beginning of your next upkeep = beginning("upkeep", "your next")
    the beginning of the next turn 's upkeep = beginning("upkeep", "next turn")
    the beginning of the next upkeep = beginning("upkeep", "next")
    end of combat = beginning("end of combat", "this")
    the beginning of the next cleanup step = beginning("cleanup step", "next")
    the beginning of your next main phase = beginning("main phase", "your next")
    the beginning of (their|that player 's) next upkeep = beginning("upkeep", "their next")

chain
    <open>
    <open> <sep> <subject_chain> = (*open, *:rest(subject_chain))
    <subject_chain>

subject_chain
    <closed>
    <closed> <sep> <chain> = :in_a_row(closed, chain)
    <you_group>
    you may <vp_list> = :may(you, vp_list)
    you may <vp_list> <sep> <subject_chain> = (*:may(you, vp_list), *:rest(subject_chain))
    <you_group> <sep> <subject_chain> = (*you_group, *:rest(subject_chain))

you_group
    you <vp_list> = :by(you, vp_list)

open
    <vp_list> = :by(you, vp_list)
    you may <vp_list> = :may(you, vp_list)
    <player> may <vp_list> = :may(player, vp_list)
    you may have <closed> = :optional(closed)
    you may have <player> <vp_list> = :optional(:by(player, vp_list))

closed
    <player> <vp_lists> = :by(player, vp_lists)
    <players> <vp_list> = :by(players, vp_list)
    <player_list> each <vp_list> = :by(player_list, vp_list)
    you may play an additional land this turn = :by(you, (more_lands(1)))
    you may play up to <number> additional lands this turn = :by(you, (more_lands(number)))
    mana of any (type|color) can be spent to cast (it|them|that spell|those spells|spells this way|a spell this way)
        = :by(you, (spend_as_any))
    <object> [each] <ovp_list> = :of(object, ovp_list)
    <object> [each] <ovp_lists> = :of(object, ovp_lists)
    <object> [each] <cvp_list> = :lasting(object, cvp_list)
    <object> [each] <cvp_lists> = :lasting(object, cvp_lists)
    <object> [each] <cvp_list> <duration> = :while_lasting(object, cvp_list, duration)
    <object> [each] <cvp_lists> <duration> = :while_lasting(object, cvp_lists, duration)
    <object> <cvp_lists> <duration> and <ovp_lists>
        = (*:while_lasting(object, cvp_lists, duration), *:of_same(object, ovp_lists))
    <object> <cvp_lists> <duration> and <more:cvp_lists> <another:duration>
        = (*:while_lasting(object, cvp_lists, duration), *:lasting_same(object, more, another))
    <object> <ovp_lists> and <cvp_lists> <duration>
        = (*:of(object, ovp_lists), *:lasting_same(object, cvp_lists, duration))
    <possessor> base power and toughness become <power_toughness> <duration>
        = :while_lasting(possessor, (base(*power_toughness, subject)), duration)

players
    any number of target <player_nouns> each = mention(@, target(player_nouns, 0, any))
    each <player_noun> = mention(@, each(player_noun))
    <player_nouns> = mention(@, each(player_nouns))
    (your opponents|each of your opponents) = mention(@, each(:players("opponent")))
    they = mention(@, they)
    <player_list>

vp_list~
    <vp~> = :listed(vp)
    <vp~> <duration> = :for_a_while(vp, duration)
    <vp~> <sep> <more:vp_list~> = (*:listed(vp), *:rest(more))

ovp_list~
    <ovp~> = :listed(ovp)
    <ovp~> <sep> <more:ovp_list~> = (*:listed(ovp), *:rest(more))

cvp_list~
    <cvp~> = :listed(cvp)
    <cvp~> <sep> <more:cvp_list~> = (*:listed(cvp), *:rest(more))

ovp_clause
    <object> <ovp> = :subject(object, ovp)

then
    , then = yes
    then = yes

sep
    and = yes
    , then = yes
    , and = yes
    , and then = yes
    and then = yes
    then = yes
    , = yes

duration
    for as long as (it|they) (remains|remain) exiled = "it remains exiled"
    until end of turn = "end of turn"
    until the end of turn = "end of turn"
    this turn = "end of turn"
    until your next turn = "your next turn"
    until the end of your next turn = "end of your next turn"
    until end of combat = "end of combat"
    this combat = "end of combat"
    for as long as it has a/an <kind> counter on it = :as_long_as("has counter", kind)
    for as long as that <cores> has a/an <kind> counter on it = :as_long_as("has counter", kind)
    for as long as that <cores> remains tapped = "it remains tapped"
    for as long as <this> remains on the battlefield = "this remains on the battlefield"
    for as long as you control <this> = "you control this"
    for as long as <this> remains tapped = "this remains tapped"
    for as long as it remains tapped = "it remains tapped"
"""

CONDITIONS = """
cond
    <simple_cond>
    <simple_cond> and <more:simple_cond> = and(simple_cond, more)
    <simple_cond> or <more:simple_cond> = or(simple_cond, more)

simple_cond
    <object> has/have <counters_cond> = :of_subject(object, counters_cond)
    <object> had <counters_cond> = :of_subject(object, had(counters_cond))
    <object> doesn't have <counters_cond> = not(:of_subject(object, counters_cond))
    there (are|is) <counters_there> on <object> = :of_subject(object, counters_there)
    there were <counters_there> on <object> = had(:of_subject(object, counters_there))
    you control <controlled> = controlled
    at least <number> mana of the same color was spent to cast <this_or_it>
        = mana_spent(this_or_it, "one color", number)
    you own a card in exile = there_is(:cards_in("exile"), 1)
    you controlled <cond_object> = controlled(cond_object)
    at least <number> <color_mana> mana was spent to cast <this_or_it> = mana_spent(this_or_it, color_mana, number)
    <mana> was spent to cast <this_or_it> = :mana_spent(this_or_it, mana)
    at least <number> mana was spent to cast <this_or_it> = mana_spent(this_or_it, "any", number)
    <number> or more mana was spent to cast <this_or_it> = mana_spent(this_or_it, "any", number)
    <number> or more mana was spent to cast that spell = mana_spent(mention(@, it("spell")), "any", number)
    you control <number> or more creatures with different powers = different_powers(number)
    creatures you control have total <stat> <compared>
        = amount_compared(total(stat, :related(:creature(), ("controller", "you"))), compared)
    there are <number> or more cards in your graveyard = there_is(:cards_in("graveyard"), number)
    defending player has <number> or more cards in (their|his or her) graveyard
        = there_is(:cards_of(defending_player, "graveyard"), number)
    <number> or more cards are in your graveyard = there_is(:cards_in("graveyard"), number)
    there are <number> or more card types among cards in your graveyard = card_types_in_graveyard(number)
    you control the creature with the greatest power or tied for the greatest power = greatest_power(you)
    the gift was promised = gift_promised
    the gift wasn't promised = not(gift_promised)
    the result is <compared> = amount_compared(result, compared)
    you win the clash = won
    <object> dealt damage to an opponent this turn = dealt_damage_to_opponent(object)
    <object> attacked this turn = attacked_this_turn(object)
    <object> didn't attack this turn = not(attacked_this_turn(object))
    <object> attacked or blocked this (turn|combat) = attacked_or_blocked_this_turn(object)
    <object> (entered|entered the battlefield) this turn = entered_this_turn(object)
    <object> entered from your graveyard or you cast it from your graveyard = entered_or_cast_from_graveyard(object)
    <this> is in your graveyard = in_zone(this, "graveyard")
    <this> is in exile with a <kind> counter on it = exiled_with_counter(this, kind)
    a/an <nps> (was|is) <way_done> this way = done_this_way(nps, mention(@, so_many(way_done)))
    <cond_player> controls a/an <nps> = there_is(:related(nps, ("controller", cond_player)), 1)
    <cond_player> controls no <np> = not(there_is(:related(np, ("controller", cond_player)), 1))
    you discarded a card this turn = discarded_this_turn
    no mana was spent to cast <it:object> = no_mana_spent(it)
    you haven't cast a spell from your hand this turn = not(cast_from_hand_this_turn)
    you have more cards in hand than each opponent = more_cards_in_hand
    your opponents control no <np> = not(there_is(:related(np, ("controller", "opponent")), 1))
    you control no <np> = not(there_is(:related(np, ("controller", "you")), 1))
    you don't control another <nps> = not(there_is(:related(:other(nps), ("controller", "you")), 1))
    you don't control a/an <nps> = not(there_is(:related(nps, ("controller", "you")), 1))
    an opponent controls a/an <nps> = there_is(:related(nps, ("controller", "opponent")), 1)
    an opponent controls more <np> than you = more(np, "opponent", "you")
    you control more <np> than each other player = more(np, "you", "each other")
    there (are|is) <number> or more <np> = there_is(np, number)
    there is a/an <nps> = there_is(nps, 1)
    there 's a/an <nps> = there_is(nps, 1)
    there (is|'s) another <nps> = there_is(:other(nps), 1)
    there are no <np> = not(there_is(np, 1))
    it 's <state> = is(mention(@, it), state)
    it 's not <state> = not(is(mention(@, it), state))
    it 's another <nps> = is(mention(@, it), :other(nps))
    <cond_object> is <state> = is(cond_object, state)
    <cond_object> is on the battlefield = in_zone(cond_object, "battlefield")
    a/an <nps> is on the battlefield = there_is(nps, 1)
    <cond_object> is <this> = same(cond_object, this)
    <cond_object> was <state> = was(cond_object, state)
    <cond_object> (isn't|is not) <state> = not(is(cond_object, state))
    <cond_object> wasn't <state> = not(was(cond_object, state))
    <object> 's <stat> (is|was) <compared> = :compared(stat, object, compared)
    <object> 's <stat> (is|was) greater than <this> 's = exceeds(stat, object, this)
    <cond_object> has greater <stat> than <this> = exceeds(stat, cond_object, this)
    <cond_object> has greater power or toughness than <this>
        = or(exceeds("power", cond_object, this), exceeds("toughness", cond_object, this))
    (its|his|her) <stat> (is|was) <compared> = :compared(stat, mention(@, it), compared)
    it 's your turn = turn_of(you)
    (it 's not your turn|it isn't your turn) = not(turn_of(you))
    <this_or_it> was kicked = kicked(this_or_it)
    that spell was kicked = kicked(mention(@, it("spell")))
    <this_or_it> was foretold = foretold(this_or_it)
    <this_or_it> was kicked with its <mana> kicker = kicked(this_or_it, mana)
    (it was|it 's) bargained = bargained(mention(@, it))
    you cast it = was_cast_by(mention(@, it), you)
    <cond_object> was cast = was_cast(cond_object)
    it was cast from <from_where> = was_cast_from(mention(@, it), from_where)
    you cast it from <from_where> = was_cast_from(mention(@, it), from_where)
    you have <number> or more life = life_at_least(you, number)
    you have <number> or less life = life_at_most(you, number)
    an opponent has <number> or more life = life_at_least(any_opponent, number)
    an opponent has <number> or less life = life_at_most(any_opponent, number)
    a player has <number> or more life = life_at_least(any_player, number)
    a player has <number> or less life = life_at_most(any_player, number)
    <cond_player> has <number> or more life = life_at_least(cond_player, number)
    <cond_player> has <number> or less life = life_at_most(cond_player, number)
    you have no cards in hand = cards_in_hand_at_most(you, 0)
    you have <number> or more cards in hand = cards_in_hand_at_least(you, number)
    you have <number> or fewer cards in hand = cards_in_hand_at_most(you, number)
    an opponent has <number> or more poison counters = has_counters(any_opponent, "poison", number)
    a player has <number> or more poison counters = has_counters(any_player, "poison", number)
    you have <number> or more <kind> counters = has_counters(you, kind, number)
    <history> this turn = this_turn(history)
    no <history_no> this turn = not(this_turn(history_no))
    <cond_player> has <number> or more <kind> counters = has_counters(cond_player, kind, number)
    <cond_player> is poisoned = has_counters(cond_player, "poison", 1)
    an opponent is poisoned = has_counters(any_opponent, "poison", 1)
    a player is poisoned = has_counters(any_player, "poison", 1)
    defending player is poisoned = has_counters(defending_player, "poison", 1)
    (this spell|~) was cast from <from_where> = was_cast_from(mention(@, this), from_where)
    an opponent was dealt <number> or more damage this turn = this_turn(was_dealt_damage(any_opponent, number))
    no <np> attacked this turn = not(this_turn(attacked(any(np), 1)))
    you search your library this way = searched
    you put a card into your hand this way = amount_compared(mention(@, so_many("put_into_hand")), at_least(1))
    you didn't put a card into your hand this way = amount_compared(mention(@, so_many("put_into_hand")), at_most(0))
    it 's the <ordinal> time = resolved_nth(ordinal)
    this is the <ordinal> time this ability has resolved this turn = resolved_nth(ordinal)
    <cond_object> shares a <quality> with <object> = shares(quality, cond_object, object)
    you win = won
    no <kind> counters were removed this way = amount_compared(mention(@, so_many(removed(kind))), at_most(0))
    no counters were removed this way = amount_compared(mention(@, so_many("remove")), at_most(0))
    you control your commander = controls_commander
    <this_or_it> is renowned = is_renowned(this_or_it)
    it 's renowned = is_renowned(mention(@, it))
    an opponent controls it = is(mention(@, it), :described(("controller", "opponent")))
    an opponent controls that <cores> = is(mention(@, it(cores)), :described(("controller", "opponent")))
    <this_or_it> devoured a creature = has_devoured(this_or_it)
    you didn't cast it from your hand = not(was_cast_from(mention(@, it), "hand"))
    each player has no cards in hand = not(there_is(:every_card_in("hand"), 1))
    a library has <number> or fewer cards in it = some_library_at_most(number)
    you have two or more opponents = opponents_at_least(2)
    you didn't lose life this turn = not(this_turn(lost_life(you)))
    x is <compared> = amount_compared(x, compared)
    you win the flip = won_flip
    you lose the flip = lost_flip
    tribute wasn't paid = not(tribute_paid)
    you won the clash = won
    <this> is monstrous = is_monstrous(this)
    <value> is <compared> = amount_compared(value, compared)
    able = able
    you have the city 's blessing = city_blessing
    you're the monarch = monarch(you)
    a <kind> counter was removed this way = amount_compared(mention(@, so_many(removed(kind))), at_least(1))
    (|one or more) counters were removed this way = amount_compared(mention(@, so_many("remove")), at_least(1))
    <number> or more counters were removed this way = amount_compared(mention(@, so_many("remove")), at_least(number))
    <number> or more <kind> counters were removed this way
        = amount_compared(mention(@, so_many(removed(kind))), at_least(number))
    (it|he|she|that creature|that card|that permanent|that creature or planeswalker) would die this turn = would_die

is_quality
    tapped = ("tapped", true)
    untapped = ("tapped", false)
    attacking = ("attacking", true)
    blocking = ("blocking", true)
    attacking or blocking = ("attacking_or_blocking", true)
    legendary = ("supertypes", ("legendary"))
    face down = ("face_down", true)
    face up = ("face_down", false)
    modified = ("modified", true)
    enchanted = ("enchanted", true)
    equipped = ("equipped", true)
    suspended = ("suspended", true)
    <color> = ("colors", (color))
    <color> or <another:color> = ("colors", (color, another))

way_done
    exiled = "exile"
    destroyed = "destroy"
    discarded = "discard"
    sacrificed = "sacrifice"
    milled = "mill"
    returned = "return"
    countered = "counter"
    revealed = "reveal"
    put into a graveyard = "put_into"

color_mana
    <color>
    colorless = "colorless"

cond_object
    <this>
    it = mention(@, it)
    that <cores> = mention(@, it(cores))
    those <core> = mention(@, them(core))
    they = mention(@, them)
    enchanted/equipped <thing:cores> = mention(@, attached(this))
    the <plain> = mention(@, it(plain))
    the sacrificed <cores> = mention(@, paid("sacrifice", cores))
    the exiled <cores> = mention(@, paid("exile", cores))

cond_player
    defending player = defending_player
    (its|their) controller = controller(mention(@, it))
    that <cores> 's controller = controller(mention(@, it(cores)))
    that player = mention(@, that_player)
    <player_target>

this_or_it
    <this>
    it = mention(@, it)
    this spell = mention(@, this)

from_where
    your hand = "hand"
    your graveyard = "graveyard"
    a graveyard = "graveyard"
    exile = "exile"
    anywhere other than your hand = "anywhere other than hand"

compared
    <number> or greater = at_least(number)
    <number> or less = at_most(number)
    <number> or more = at_least(number)
    [exactly] <number> = exactly(number)
    greater than <value> = greater_than(value)
    less than <value> = less_than(value)
    greater than or equal to <value> = at_least(value)
    less than or equal to <value> = at_most(value)
    equal to <value> = exactly(value)

state
    a/an <nps> = nps
    <np> = np
    <is_quality> = :described(is_quality)
    a permanent = :described(())
    paired with <object> = paired(object)
    dealt damage this turn = dealt_damage

controlled
    a/an <nps> = there_is(:related(nps, ("controller", "you")), 1)
    another <nps> = there_is(:related(:other(nps), ("controller", "you")), 1)
    <number> or more <np> = there_is(:related(np, ("controller", "you")), number)
    at least <number> <np> = there_is(:related(np, ("controller", "you")), number)
    at least <number> other <np> = there_is(:related(:other(np), ("controller", "you")), number)
    <number> or more other <np> = there_is(:related(:other(np), ("controller", "you")), number)
    a/an <nps> or a/an <more:nps> = there_is(:related(:alike(nps, more), ("controller", "you")), 1)
    <number> or fewer <np> = :at_most(:related(np, ("controller", "you")), number)
    <number> or fewer other <np> = :at_most(:related(:other(np), ("controller", "you")), number)
    <this_or_it> = controls(you, this_or_it)
    that <cores> = controls(you, mention(@, it(cores)))

counters_cond
    a/an <kind> counter on (it|them|him|her) = has_counters(subject, kind, 1)
    <number> or more <kind> counters on (it|them|him|her) = has_counters(subject, kind, number)
    exactly <number> <kind> counters on (it|them|him|her) = exactly_counters(subject, kind, number)
    <number> <kind> counters on (it|them|him|her) = exactly_counters(subject, kind, number)
    <number> or fewer <kind> counters on (it|them|him|her) = at_most_counters(subject, kind, number)
    [one or more] <kind> counters on (it|them|him|her) = has_counters(subject, kind, 1)
    fewer than <number> <kind> counters on (it|them|him|her) = :fewer_counters(subject, kind, number)
    no <kind> counters on (it|them|him|her) = no_counters(subject, kind)
    no counters on (it|them|him|her) = no_counters_any(subject)
    (a counter|counters|one or more counters) on (it|them|him|her) = has_counters_any(subject, 1)
    <number> or more counters on it = has_counters_any(subject, number)
    <keyword> = has_keyword(subject, keyword)
    <stat> <number> or greater = stat_at_least(subject, stat, number)
    <stat> <number> or less = stat_at_most(subject, stat, number)

counters_there
    <number> or more <kind> counters = has_counters(subject, kind, number)
    a/an <kind> counter = has_counters(subject, kind, 1)
    no <kind> counters = no_counters(subject, kind)
    exactly <number> <kind> (counters|counter) = exactly_counters(subject, kind, number)
    <number> <kind> counters = exactly_counters(subject, kind, number)
    <number> or more counters = has_counters_any(subject, number)
    no counters = no_counters_any(subject)

history
    a/an <nps> died = died(any(nps), 1)
    another <nps> died = died(any(:other(nps)), 1)
    a/an <nps> died under your control = died_under_your_control(any(nps))
    <number> or more <np> died = died(any(np), number)
    you gained life = gained_life(you)
    you gained <number> or more life = gained_life(you, number)
    an opponent lost life = lost_life(any_opponent)
    a player lost life = lost_life(any_player)
    an opponent was dealt damage = was_dealt_damage(any_opponent)
    you attacked = attacked(you)
    you 've attacked = attacked(you)
    you lost life = lost_life(you)
    you 've (gained life) = gained_life(you)
    you 've lost life = lost_life(you)
    you 've descended = descended(you)
    you descended = descended(you)
    you turned a permanent face up = turned_up(you)
    a permanent was turned face up = turned_up(any_player)
    you attacked with a/an <nps> = attacked_with(you, nps)
    you attacked with <number> or more creatures = attacked_with(you, number)
    a/an <nps> entered [the battlefield] under your control = entered(any(:related(nps, ("controller", "you"))))
    you cast <spell_cast> = cast(you, spell_cast)
    you've cast another spell = cast_another(you)
    you've cast <number> or more spells = cast_many(you, number)
    you drew <number> or more cards = drew(you, number)
    you put a counter on a <nps> = put_counter(you, nps)
    a permanent left the battlefield under your control = left(you)
    a permanent you controlled left the battlefield = left(you)

history_no
    <np> died = died(any(np), 1)

spell_cast
    a/an <nps> = nps
    another <nps> = :other(nps)
    <number> or more <np> = many(number, np)
"""

"""The grammar of what a text speaks of: descriptions, targets, pronouns, players; and of how many."""

DESCRIPTIONS = """
np~
    <core~>
    <core~> <relations> = :related(core, *relations)
    <core~> <relations_closed> or <np~> = :either(:related(core, *relations_closed), np)
    <core~> from your hand or graveyard = :from_either(core, "hand", "graveyard")
    <core~> <relations> from your hand or graveyard = :from_either(:related(core, *relations), "hand", "graveyard")

relations
    <relation> = (relation)
    <relation> <more:relations> = (relation, *more)

relations_closed
    <relation_closed> = (relation_closed)
    <relation> <more:relations_closed> = (relation, *more)

relation
    <relation_closed>
    that (is|are|'s) <is_like> = is_like
    that (isn't|aren't) <is_like> = :not_like(is_like)

# "A creature that's a Zombie or Mutant" is of one of both types, so that `or` does not follow such words.
relation_closed
    you control = ("controller", "you")
    you don't control = ("controller", "not you")
    (an opponent controls|your opponents control|one of your opponents controls) = ("controller", "opponent")
    your team controls = ("controller", "your team")
    that player controls = ("controller", mention(@, that_player))
    (that player doesn't control|they don't control) = ("controller", not(mention(@, that_player)))
    defending player controls = ("controller", defending_player)
    enchanted player controls = ("controller", "enchanted player")
    they control = ("controller", mention(@, they))
    <player_target> controls = ("controller", player_target)
    <possessor> controller controls = ("controller", controller(possessor))
    you own = ("owner", "you")
    you don't own = ("owner", "not you")
    (you both own and control|you own and control) = (("controller", "you"), ("owner", "you"))
    (they own|that player owns) = ("owner", mention(@, they))
    in/from <zone_place> = zone_place
    from anywhere other than your hand = ("cast_from", "elsewhere")
    with <with>
    without <without>
    named <name> = ("names", (name))
    not named <name> = ("not_names", (name))
    other than <other>
    of (their|his or her) choice = ()
    cast this turn = ("this_turn", "cast")
    that (shares|share) a <quality> with <object> = ("shares", (quality, object))
    that share a permanent type = ("share_permanent_type", true)
    with the same controller = ("same_controller", true)
    controlled by the same player = ("same_controller", true)
    of the chosen <quality> = ("chosen", quality)
    exiled with <this> = ("exiled_with", this)
    attached to <object> = ("attached_to", object)
    on the battlefield = ("zone", "battlefield")
    that (was|were) <was_done> this turn = ("this_turn", was_done)
    that <did> this turn = ("this_turn", did)
    that (is|are|'s) one or more colors = ("colored", true)
    that (has|have) <with_counters> = with_counters
    (that targets|that target) <object> = ("targets", object)
    that (targets|target) <player> = ("targets", player)
    blocking or blocked by <object> = ("blocking_or_blocked_by", object)
    blocking <object> = ("blocks", object)
    (revealed|looked at) this way = ("from_among", mention(@, made_by("reveal")))
    exiled this way = ("from_among", mention(@, made_by("exile")))
    milled this way = ("from_among", mention(@, made_by("mill")))
    discarded this way = ("from_among", mention(@, made_by("discard")))
    destroyed this way = ("from_among", mention(@, made_by("destroy")))
    sacrificed this way = ("from_among", mention(@, made_by("sacrifice")))
    tapped this way = ("from_among", mention(@, made_by("tap")))
    returned this way = ("from_among", mention(@, made_by("return")))
    put onto the battlefield this way = ("from_among", mention(@, made_by("enter")))
    dealt damage by <this> this turn = ("this_turn", "was dealt damage by this")
    from among <from_among> = ("from_among", from_among)
    among <from_among> = ("from_among", from_among)

from_among
    (them|those cards) = mention(@, them)
    the milled cards = mention(@, made_by("mill"))
    the revealed cards = mention(@, made_by("reveal"))
    the exiled cards = mention(@, made_by("exile"))
    the cards milled this way = mention(@, made_by("mill"))
    the cards (revealed|looked at) this way = mention(@, made_by("reveal"))
    the cards exiled this way = mention(@, made_by("exile"))
    those <core> = mention(@, them(core))

other
    <this> = ("not_reference", the_source)
    <other_object> = ("not_reference", other_object)

other_object
    it = mention(@, it)
    that <cores> = mention(@, it(cores))
    enchanted/equipped <thing:cores> = mention(@, attached(this))

is_like
    <is_quality>
    a/an <nps> or a/an <more:nps> = :conditions_of(:alike(nps, more))
    a/an <nps> = :conditions_of(nps)
    <np> = :conditions_of(np)

was_done
    dealt damage = "was dealt damage"
    put into a graveyard from the battlefield = "died"
    dealt damage by <this> = "was dealt damage by this"
    turned face up = "was turned face up"

did
    entered [the battlefield] = "entered"
    entered [the battlefield] under your control = "entered under your control"
    died = "died"
    attacked = "attacked"
    attacked or blocked = "attacked or blocked"
    dealt damage = "dealt damage"

with
    <with_counters>
    <keyword> = ("has", (keyword))
    <keyword_name> = ("has", (keyword_name))
    <keyword> or <another:keyword> = ("has", (keyword, another))
    <stat> <number> or less = :stat(stat, "at_most", number)
    <stat> <number> or greater = :stat(stat, "at_least", number)
    <stat> <number> = :stat(stat, "is", number)
    <stat> x = :stat(stat, "is", x)
    <stat> x or less = :stat(stat, "at_most", x)
    <stat> x or greater = :stat(stat, "at_least", x)
    power or toughness <number> or less = ("power_or_toughness_at_most", number)
    power or toughness <number> or greater = ("power_or_toughness_at_least", number)
    equal or lesser power = ("power_at_most", power(mention(@, it)))
    lesser power = ("power_less_than", power(mention(@, it)))
    <stat> less than or equal to <value> = :stat(stat, "at_most", value)
    <stat> greater than or equal to <value> = :stat(stat, "at_least", value)
    <stat> less than <value> = :stat(stat, "less_than", value)
    <stat> greater than <value> = :stat(stat, "greater_than", value)
    <stat> equal to <value> = :stat(stat, "is", value)
    the greatest <stat> among <np> = ("greatest", (stat, np))
    the greatest <stat> = ("greatest_of_such", stat)
    the least <stat> = ("least_of_such", stat)
    a morph ability = ("has", ("morph"))
    total <stat> <number> or less = ("total_at_most", (stat, number))
    total <stat> <number> or greater = ("total_at_least", (stat, number))
    total <stat> less than or equal to <value> = ("total_at_most", (stat, value))
    {x} in its mana cost = ("has_x", true)
    the chosen name = ("chosen", "name")
    base power and toughness <power_toughness> = ("base", power_toughness)

with_counters
    a/an <kind> counter on (it|them|him|her) = ("counters", (kind))
    [one or more] <kind> counters on (it|them|him|her) = ("counters", (kind))
    a/an <kind> counter or a/an <another:kind> counter on it = ("counters", (kind, another))
    <number> or more <kind> counters on (it|them|him|her) = (("counters", (kind)), ("counters_at_least", number))
    (a counter|counters|one or more counters) on (it|them|him|her) = ("has_counters", true)
    <number> or more counters on (it|them|him|her) = ("counters_any_at_least", number)
    no <kind> counters on (it|them|him|her) = ("no_counters", (kind))
    no counters on (it|them|him|her) = ("no_counters_any", true)

without
    a/an <kind> counter on (it|them|him|her) = ("no_counters", (kind))
    [any] <kind> counters on (it|them|him|her) = ("no_counters", (kind))
    (counters on them|a counter on it|any counters on (it|them|him|her)) = ("no_counters_any", true)
    <keyword_name> = ("without", (keyword_name))
    <keyword> = ("without", (keyword))

zone_place
    your <zone> = (("owner", "you"), ("zone", zone))
    an opponent 's <zone> = (("owner", "opponent"), ("zone", zone))
    (a|any) <zone> = ("zone", zone)
    (graveyards|all graveyards) = ("zone", "graveyard")
    (all|your) opponents ' graveyards = (("owner", "opponent"), ("zone", "graveyard"))
    all players ' hands = ("zone", "hand")
    (their|his or her) <zone> = (("owner", mention(@, they)), ("zone", zone))
    that player 's <zone> = (("owner", mention(@, that_player)), ("zone", zone))
    <player_target> 's <zone> = (("owner", player_target), ("zone", zone))
    (its|their) owner 's <zone> = ("zone", zone)
    exile = ("zone", "exile")

zone
    graveyard = "graveyard"
    hand = "hand"
    library = "library"

color
    white = "white"
    blue = "blue"
    black = "black"
    red = "red"
    green = "green"

quality
    (color|colors) = "color"
    type = "type"
    creature type = "creature type"
    card type = "card type"
    name = "name"

stat
    power = "power"
    toughness = "toughness"
    (mana value|converted mana cost) = "mana_value"
"""

REFERENCES = """
this
    ~ = mention(@, this)
    this <thing:cores> = :this(@, thing)
    this emblem = mention(@, this)

object
    <this>
    <this> from your graveyard = mention(@, this_in("graveyard"))
    it = mention(@, it)
    (him|her|he|she) = mention(@, it)
    (them|they|each of them|all of them) = mention(@, them)
    that <cores> = mention(@, it(cores))
    that spell or ability = mention(@, it(:ability("spell or ability")))
    those <core> = mention(@, them(core))
    each of those <core> = mention(@, them(core))
    (the|that) <made> = mention(@, it(made))
    the <plain> = mention(@, it(plain))
    the tokens = mention(@, them)
    <target>
    each <nps> = mention(@, each(nps))
    all <np> = mention(@, each(np))
    <np> = mention(@, each(np))
    <some>
    enchanted/equipped/fortified <thing:cores> = mention(@, attached(this, thing))
    <id> = mention(@, id(id))
    <first:object_of_list> and <second:object_of_list> = those(first, second)
    <first:object_of_list> , <second:object_of_list> , and <third:object_of_list> = those(first, second, third)
    each <a:nps> and each <b:nps> = those(mention(@, each(a)), mention(@, each(b)))
    <top>
    the chosen <cores> = mention(@, it(cores))
    the sacrificed <cores> = mention(@, paid("sacrifice", cores))
    the tapped <cores> = mention(@, paid("tap", cores))
    the discarded <cores> = mention(@, paid("discard", cores))
    the exiled <cores> = mention(@, paid("exile", cores))

object_of_list
    <this>
    <target>
    <some>
    <id> = mention(@, id(id))
    it = mention(@, it)
    that <cores> = mention(@, it(cores))

plain
    creature = :creature()
    permanent = :permanent()

made
    token = "token"
    copy = "token"

some
    a/an <nps> = mention(@, some(nps, 1, 1))
    another <nps> = mention(@, some(:other(nps), 1, 1))
    a/an <nps> or another <more:nps> = mention(@, some(:either(nps, :other(more)), 1, 1))
    [exactly] <number> <np> = mention(@, some(np, number, number))
    x <np> = mention(@, some(np, x, x))
    up to one <nps> = mention(@, some(nps, 0, 1))
    up to <number> <np> = mention(@, some(np, 0, number))
    up to x <np> = mention(@, some(np, 0, x))
    [each of] any number of <np> = mention(@, some(np, 0, any))
    each of <number> <np> = mention(@, some(np, number, number))
    each of up to <number> <np> = mention(@, some(np, 0, number))
    one or more <np> = mention(@, some(np, 1, any))
    that many <np> = mention(@, some(np, mention(@, that_many), mention(@, that_many)))
    either of them = mention(@, some_of(mention(@, them), 1, 1))
    one of (them|those cards) = mention(@, some_of(mention(@, them), 1, 1))
    <number> of (them|those cards) = mention(@, some_of(mention(@, them), number, number))
    up to <number> of (them|those cards) = mention(@, some_of(mention(@, them), 0, number))
    any number of (them|those cards) = mention(@, some_of(mention(@, them), 0, any))
    the (rest|other) = mention(@, rest)

target
    target <nps> = mention(@, target(nps, 1, 1))
    (another|other|a second|a third) target <nps> = mention(@, another_target(nps, 1, 1))
    up to one target <nps> = mention(@, target(nps, 0, 1))
    up to one other target <nps> = mention(@, another_target(nps, 0, 1))
    [each of] <number> target <np> = mention(@, target(np, number, number))
    [each of] <number> other target <np> = mention(@, another_target(np, number, number))
    [each of] x target <np> = mention(@, target(np, x, x))
    [each of] up to <number> target <np> = mention(@, target(np, 0, number))
    [each of] up to <number> other target <np> = mention(@, another_target(np, 0, number))
    [each of] up to x target <np> = mention(@, target(np, 0, x))
    [each of] any number of target <np> = mention(@, target(np, 0, any))
    [each of] any number of other target <np> = mention(@, another_target(np, 0, any))
    [each of] one or two target <np> = mention(@, target(np, 1, 2))
    [each of] one , two , or three target <np> = mention(@, target(np, 1, 3))
    any target = mention(@, target(:any_target(), 1, 1))
    each of up to <number> targets = mention(@, target(:any_target(), 0, number))
    any other target = mention(@, another_target(:any_target(), 1, 1))
    <number> target <player_nouns> = mention(@, target(player_nouns, number, number))
    up to <number> target <player_nouns> = mention(@, target(player_nouns, 0, number))
    any number of target <player_nouns> = mention(@, target(player_nouns, 0, any))
    target <nps> or <player_noun> = mention(@, target(:either(nps, player_noun), 1, 1))
    target <cores> , <other:cores> , or <player_noun> = mention(@, target(:either(cores, other, player_noun), 1, 1))
    target <cores> , <other:cores> , <third:cores> , or <player_noun>
        = mention(@, target(:either(cores, other, third, player_noun), 1, 1))
    target <player_noun> or <nps> = mention(@, target(:either(player_noun, nps), 1, 1))
    <player_target>

player_target
    target <player_noun> = mention(@, target(player_noun, 1, 1))
    another target <player_noun> = mention(@, another_target(player_noun, 1, 1))
    up to one target <player_noun> = mention(@, target(player_noun, 0, 1))

player_noun
    player = :players("each")
    opponent = :players("opponent")

player_nouns
    players = :players("each")
    opponents = :players("opponent")

player
    <player_target>
    each <player_noun> = mention(@, each(player_noun))
    each other player = mention(@, each(:players("other")))
    <player_nouns> = mention(@, each(player_nouns))
    (your opponents|each of your opponents) = mention(@, each(:players("opponent")))
    (that player|that opponent|the player) = mention(@, that_player)
    (they|them|he or she) = mention(@, they)
    defending player = defending_player
    <possessor> controller = controller(possessor)
    <possessor> owner = owner(possessor)
    a/an <player_noun> = mention(@, some(player_noun, 1, 1))
    <player_list>
    enchanted player = mention(@, attached_player)
    <id> = mention(@, id(id))

player_list
    <first:id> and <second:id> = those(mention(@, id(first)), mention(@, id(second)))
    you and <player_target> = those(you, player_target)
    you and that player = those(you, mention(@, that_player))

possessor
    (its|their|his|her) = mention(@, it)
    <object> 's

top
    the top card of <library> = mention(@, top(1, library))
    the top <number> cards of <library> = mention(@, top(number, library))
    the top x cards of <library> = mention(@, top(x, library))
    the top that many cards of <library> = mention(@, top(that_many, library))
    the bottom card of <library> = mention(@, bottom(1, library))

library
    your library = you
    their library = mention(@, they)
    that player 's library = mention(@, that_player)
    <player_target> 's library = player_target
    each player 's library = mention(@, each(:players("each")))
    each opponent 's library = mention(@, each(:players("opponent")))
    <id> 's library = mention(@, id(id))
    that library = mention(@, that_library)
    (its|their) owner 's library = owner(mention(@, it))
"""

AMOUNTS = """
one
    a/an/another/one = 1
    (an|one) additional = 1

many
    <number>
    x = x
    that many = mention(@, that_many)
    twice that many = times(2, mention(@, that_many))
    twice x = times(2, x)
    up to <number> = up_to(number)
    up to x = up_to(x)
    any number of = any_number(0)
    one or more = any_number(1)
    <number> additional = number
    x additional = x
    half that many , rounded up , = half_up(mention(@, that_many))

much
    <number>
    x = x
    that much = mention(@, that_many)
    twice that much = times(2, mention(@, that_many))
    twice x = times(2, x)
    half that much = half_down(mention(@, that_many))

value
    <number>
    x = x
    <quantity>
    <quantity> plus <number> = plus(quantity, number)
    <number> plus <quantity> = plus(number, quantity)
    <quantity> plus <another:quantity> = plus(quantity, another)
    twice <quantity> = times(2, quantity)
    (three times) <quantity> = times(3, quantity)
    (four times) <quantity> = times(4, quantity)
    half <quantity> , rounded up = half_up(quantity)
    half <quantity> , rounded down = half_down(quantity)
    <quantity> minus <number> = minus(quantity, number)

quantity
    the number of <np> = count(np)
    the number of <kind> counters on <object> = counters(kind, object)
    the number of counters on <object> = counters_any(object)
    the total number of counters on <object> = counters_any(object)
    the number of <player_nouns> = count(player_nouns)
    the number of <done_way> this way = mention(@, so_many(done_way))
    <stat_owner> power = power(stat_owner)
    <stat_owner> toughness = toughness(stat_owner)
    <stat_owner> (mana value|converted mana cost) = mana_value(stat_owner)
    <stat_owner> loyalty = counters("loyalty", stat_owner)
    your life total = life(you)
    the number of <kind> counters you have = counters(kind, you)
    the [total] number of <kind> counters (among your opponents|your opponents have)
        = counters(kind, mention(@, each(:players("opponent"))))
    the [total] number of <kind> counters (among all players|among players)
        = counters(kind, mention(@, each(:players("each"))))
    the [total] number of <kind> counters among <np> = counters(kind, mention(@, each(np)))
    the number of cards (you've drawn this turn|you drew this turn) = drawn_this_turn
    the number of spells you've cast this turn = cast_this_turn
    the number of basic land types among <np> = basic_land_types(np)
    the number of colors among <np> = colors_among(np)
    the number of card types among <np> = card_types_among(np)
    the number of creatures in your party = party
    the amount of life you gained this turn = life_gained_this_turn
    the number of times (it|~|this spell) was kicked = times_kicked(mention(@, this))
    the amount of life (lost|you lost) this way = mention(@, so_many("lose_life"))
    the damage dealt this way = mention(@, so_many("damage"))
    the result = result
    the number of <player_nouns> you have = count(player_nouns)
    the chosen number = chosen_number
    the number of creatures it devoured = devoured(mention(@, this))
    the life lost this way = mention(@, so_many("lose_life"))
    the difference = difference
    the greatest <stat> among <np> = greatest(stat, np)
    the total <stat> of <np> = total(stat, np)
    the number of different kinds of counters among <np> = kinds_among(np)
    the total number of <np> = count(np)
    the total life lost by your opponents this turn = life_opponents_lost
    the amount of life you've gained this turn = life_gained_this_turn
    the amount of damage it dealt to that player = mention(@, that_many)
    the greatest number of <kind> counters on a <cores> you control
        = greatest_counters(kind, :related(cores, ("controller", "you")))
    your devotion to <color> = devotion(color)
    that many = mention(@, that_many)
    that much = mention(@, that_many)
    the damage dealt to it = mention(@, that_many)
    that damage = mention(@, that_many)
    the amount of {e} paid this way = mention(@, so_many("paid"))
    the amount of mana spent to cast (this spell|~|it) = mana_spent
    the number of colors of mana spent to cast (this spell|~|it) = colors_spent

stat_owner
    <possessor>
    your = you

done_way
    counters removed = "remove"
    <kind> counters removed = removed(kind)
    cards drawn = "draw"

unit
    <nps> = count(nps)
    mana spent to cast (this spell|~|it) = mana_spent
    other <nps> = count(:other(nps))
    <kind> counter on <object> = counters(kind, object)
    counter on <object> = counters_any(object)
    <kind> counter you have = counters(kind, you)
    <kind> counter among <np> = counters(kind, mention(@, each(np)))
    <kind> counter your opponents have = counters(kind, mention(@, each(:players("opponent"))))
    <kind> counter they have = counters(kind, mention(@, they))
    time (it|this spell|~) was kicked = times_kicked(mention(@, this))
    time its (squad|replicate) cost was paid = that_many
    other spell that was cast before it this turn = that_many
    opponent you attacked this combat = that_many
    basic land type among <np> = basic_land_types(np)
    color among <np> = colors_among(np)
    card type among <np> = card_types_among(np)
    creature in your party = party
    creature it devoured = devoured(mention(@, this))
    creature devoured this way = devoured(mention(@, this))
    of (them|those) = number_of(mention(@, them))
    of those <core> = number_of(mention(@, them(core)))
    <player_noun> = count(player_noun)
    opponent you have = count(:players("opponent"))
    <done_way_one> this way = mention(@, so_many(done_way_one))
    (color of mana spent to cast (this spell|~|it)) = colors_spent
    card (you've drawn this turn|you drew this turn) = drawn_this_turn
    spell you've cast this turn = cast_this_turn
    1 life you gained this turn = life_gained_this_turn
    1 life you gained = mention(@, that_many)

done_way_one
    counter removed = "remove"
    <kind> counter removed = removed(kind)
    {e} paid = "paid"
"""

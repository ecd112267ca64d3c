"""Subtypes, by the card types they belong to, and their plurals: what a capital letter in a text may be."""

from __future__ import annotations

_BY_TYPE = {
    "artifact": (
        "attraction blood bobblehead book clue contraption equipment food fortification gold heartwood "
        "incubator infinity junk lander map mutagen powerstone spacecraft stone treasure vehicle vibranium"
    ),
    "enchantment": "aura background cartouche case class curse plan role room rune saga shard shrine",
    "land": (
        "cave desert forest gate island lair locus mine mountain plains planet power-plant sphere swamp tower "
        "town urza's"
    ),
    "planeswalker": (
        "ajani aminatou angrath arlinn ashiok bahamut basri bolas calix chandra comet dack dakkon daretti "
        "davriel dellian dihada domri dovin ellywick elminster elspeth estrid freyalise garruk gideon grist "
        "guff huatli jace jared jaya jeska kaito karn kasmina kaya kiora koth liliana lolth lukka minsc "
        "mordenkainen nahiri narset niko nissa nixilis oko quintorius ral rowan saheeli samut sarkhan serra "
        "sivitri sorin szat tamiyo tasha teferi teyo tezzeret tibalt tyvar ugin urza venser vivien vraska "
        "vronos will windgrace wrenn xenagos yanggu yanling zariel"
    ),
    "spell": "adventure arcane lesson omen trap",
    "creature": (
        "time_lord advisor aetherborn alien ally angel antelope ape archer archon armadillo army artificer "
        "assassin assembly-worker astartes atog aurochs avatar azra badger balloon barbarian bard basilisk "
        "bat bear beast beaver beeble beholder berserker bird bison blinkmoth boar bringer brushwagg camarid "
        "camel capybara caribou carrier cat centaur child chimera citizen cleric clown cockatrice construct "
        "coward coyote crab crocodile c'tan custodes cyberman cyclops dalek dauthi demigod demon deserter "
        "detective devil dinosaur djinn doctor dog dragon drake dreadnought drix drone druid dryad dwarf "
        "echidna efreet egg elder eldrazi elemental elephant elf elk employee eternal eye faerie ferret fish "
        "flagbearer fox fractal frog fungus gamer gamma gargoyle germ giant giraffe gith glimmer gnoll gnome "
        "goat goblin god golem gorgon graveborn gremlin griffin guest hag halfling hamster harpy hedgehog "
        "hellion hero hippo hippogriff homarid homunculus horror horse human hydra hyena illusion imp "
        "incarnation inhuman inkling inquisitor insect jackal jellyfish juggernaut kangaroo kavu kirin "
        "kithkin knight kobold kor kraken kree llama lamia lammasu leech lemur leviathan lhurgoyf licid "
        "lizard lobster manticore masticore mercenary merfolk metathran minion minotaur mite mole monger "
        "mongoose monk monkey moogle moonfolk mount mouse mutant myr mystic nautilus necron nephilim "
        "nightmare nightstalker ninja noble noggle nomad nymph octopus ogre ooze orb orc orgg otter ouphe ox "
        "oyster pangolin peasant pegasus pentavite performer pest phelddagrif phoenix phyrexian pilot pincher "
        "pirate plant platypus porcupine possum praetor primarch prism processor qu rabbit raccoon ranger rat "
        "rebel reflection rhino rigger robot rogue sable salamander samurai sand saproling satyr scarecrow "
        "scientist scion scorpion scout sculpture seal serf serpent servo shade shaman shapeshifter shark "
        "sheep shi'ar siren skeleton skrull skunk slith sliver sloth slug snail snake soldier soltari "
        "sorcerer spawn specter spellshaper sphinx spider spike spirit splinter sponge spy squid squirrel "
        "starfish surrakar survivor symbiote synth tentacle tetravite thalakos thopter thrull tiefling toy "
        "treefolk trilobite triskelavite troll turtle tyranid unicorn utrom vampire varmint vedalken villain "
        "volver wall walrus warlock warrior weasel weird werewolf whale wizard wolf wolverine wombat worm "
        "wraith wurm yeti zombie zubera"
    ),
    "battle": "siege",
}
"""As the rules list them; `_` for a blank."""

TYPE_OF = {word.replace("_", " "): kind for kind, words in _BY_TYPE.items() for word in words.split()}
"""The card type that each subtype belongs to (205.3), in lower case."""

SUBTYPES = frozenset(TYPE_OF)
"""All of them, in lower case."""

_IRREGULAR = {
    **{"elf": "elves", "wolf": "wolves", "werewolf": "werewolves", "dwarf": "dwarves", "mouse": "mice", "ox": "oxen"},
    **{"child": "children", "thief": "thieves", "homunculus": "homunculi", "fungus": "fungi", "cyclops": "cyclopes"},
}
_ALIKE = [
    "aurochs",
    "c'tan",
    "djinn",
    "eldrazi",
    "elk",
    "equipment",
    "fish",
    "kavu",
    "kithkin",
    "kor",
    "merfolk",
    "moonfolk",
    "myr",
    "nephilim",
    "plains",
    "power-plant",
    "samurai",
    "sheep",
    "shi'ar",
    "soltari",
    "treefolk",
    "thalakos",
    "dauthi",
    "vedalken",
    "metathran",
    "hero's",
    "urza's",
    "food",
    "gold",
    "junk",
]


def plural(subtype: str) -> str:
    """The plural of a subtype, in lower case."""
    if subtype in _IRREGULAR:
        return _IRREGULAR[subtype]
    if subtype in _ALIKE:
        return subtype
    if subtype.endswith("y") and subtype[-2] not in "aeiou":
        return subtype[:-1] + "ies"
    return subtype + ("es" if subtype.endswith(("s", "sh", "ch", "x", "z")) else "s")


PLURALS = {plural(word): word for word in SUBTYPES} | {"foods": "food"}
"""Each by its plural, or by both of them."""

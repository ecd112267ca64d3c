"""The vocabulary of abilities and the cards made of it, and the JSON Schema they publish.

Nothing here knows a rule of the game; the models check shape. What each word means is said in `asp/vocabulary.lp`.
Annotations are evaluated in these modules: as strings, pydantic would compile each of them at every start.
"""

"""The shapes of answers in JSON, as models: their schema is published, and tests hold every answer against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

BoardData = Annotated[dict[str, Any], Field(description="a board, as `pyengine schema board` describes it")]
Data = Annotated[
    list[Any], Field(description="what it is about: ids, kinds, numbers, in the order of the term in asp/")
]


class _Shape(BaseModel):
    """A part of an answer. Later versions may add fields, so the published schema allows others."""


class ReasonShape(_Shape):
    """A reason why something can't be done."""

    code: str = Field(description="the name of the reason, for programs")
    rule: str = Field(description="the number of the rule, on the date of the board")
    data: Data
    text: str = Field(description="the reason in words, which may change")


class EventShape(ReasonShape):
    """One thing that happened."""

    time: int = Field(description="events of one time happen at once")


class _Noted(_Shape):
    complete: bool = Field(description="false if a limit cut the answer short")
    caveats: list[str] = Field(description="what is not modelled and could have changed the answer")
    other_caveats: list[str] = Field(description="what is not modelled and could not have changed it")


class AboutShape(_Shape):
    """The program, the format and the rules of an answer."""

    version: str = Field(description="the version of pyengine")
    format: str = Field(description="the name of the format: a title in this schema, if the format is in it")
    format_version: int = Field(description="it rises if a field of answers is renamed or removed")
    date: str | None = Field(description="the date of the rules; null if the answer is not about one date")
    edition: str | None = Field(description="the date of the edition that applies then")


class NoteShape(_Shape):
    """A note, for programs."""

    code: str = Field(description="the name of the note")
    data: Data
    matters: bool = Field(description="false if it could not have changed the answer")
    text: str = Field(description="the note in words, as in `caveats` or `other_caveats`; they may change")


class _Answer(_Shape):
    about: AboutShape


class _NotedAnswer(_Answer):
    caveat_codes: list[NoteShape] = Field(description="the notes of `caveats` and `other_caveats`, in this order")


class VerdictShape(_Noted):
    """The verdict on one action."""

    action: str
    legal: bool
    reasons: list[ReasonShape] = Field(description="why it is illegal; empty if it is legal")
    rules: list[str] = Field(description="the rules that decide it")
    ignored: list[ReasonShape] = Field(description="parts of a legal action that can't be done (101.3)")
    steps: list[VerdictShape] = Field(description="of `X, then Y`: the verdict on each")


class CharacteristicsShape(_Shape):
    """The characteristics of an object after all effects (613)."""

    name: str | None
    power: int | None
    toughness: int | None
    mana_value: int
    colors: list[str]
    supertypes: list[str]
    types: list[str]
    subtypes: list[str]
    keywords: list[str]


class ChangedShape(_Shape):
    """A change of a board, for programs."""

    code: str = Field(description="the name of what changed: a fluent of asp/")
    data: Data
    before: Any = Field(description="the value before, null for none; or true or false, if it has no value")
    after: Any = Field(description="the value after")
    text: str = Field(description="the change in words, as in `changes`")


class ChangesShape(_Shape):
    """Changes of a board, and the events that led to them."""

    changes: list[str] = Field(description="the changes in words, which may change")
    change_codes: list[ChangedShape] = Field(description="the same changes, in the same order")
    log: list[EventShape]


class OutcomeShape(ChangesShape):
    """One outcome."""

    board: BoardData
    characteristics: dict[str, CharacteristicsShape] | None = Field(description="by id; null if not asked for")
    payments: int = Field(1, description="the number of ways to pay that lead there")


class CheckAnswer(_NotedAnswer, VerdictShape):
    """The answer of `check`."""


class ApplyAnswer(_NotedAnswer, _Noted):
    """The answer of `apply`."""

    actions: list[VerdictShape]
    count: int = Field(description="how many outcomes there are; of these, at least the listed ones are known")
    outcomes: list[OutcomeShape]


class ListedShape(VerdictShape):
    """An action in the answer of `legal`."""

    outcomes: list[ChangesShape] = Field([], description="of a legal action, unless outcomes were not asked for")
    outcomes_count: int = 0


class LegalAnswer(_NotedAnswer, _Noted):
    """The answer of `legal`."""

    actions: list[ListedShape]


class ShowAnswer(_NotedAnswer):
    """The answer of `show` about a board."""

    board: BoardData
    characteristics: dict[str, CharacteristicsShape]
    caveats: list[str]
    other_caveats: list[str]


class StepShape(ReasonShape):
    """A step on the way to the characteristics of an object."""

    layer: str


class ShowObjectAnswer(_NotedAnswer):
    """The answer of `show` about an object."""

    id: str
    characteristics: CharacteristicsShape | None
    steps: list[StepShape]
    caveats: list[str]
    other_caveats: list[str]


class StepOfLineShape(OutcomeShape):
    """A step of a line."""

    action: str


class LineShape(_Shape):
    """A line to the goal."""

    cost: int | None = Field(description="how much it uses up of what was to be fewest")
    steps: list[StepOfLineShape]


class BranchShape(StepOfLineShape):
    """A result of a step of a strategy."""

    by: str | None = Field(description="the player who acts, if another player does")
    choice_of: str = Field(description="the player who chooses this result")
    is_example: bool = Field(description="true if the same actions lead to the goal after any other choice there, too")
    then: list[BranchShape]


class TryShape(_Shape):
    """A line that fails at one answer of the opponents: the last step has that answer."""

    steps: list[StepOfLineShape]


class DifficultyShape(_Shape):
    """Figures about the positions on the shortest lines."""

    steps: int
    lines: int
    branching: float = Field(description="the number of actions that can be done on a position, on average")
    traps: int = Field(description="the number of actions after which no line is as short any more")


class SolveAnswer(_NotedAnswer, _Noted):
    """The answer of `solve`."""

    answer: Literal["found", "found, better not excluded", "found, in doubt", "none", "not decided"]
    reading: Literal["cooperative", "adversarial"]
    fewest: str
    lines: list[LineShape]
    strategy: list[BranchShape] = Field(description="the results of the first step, each with the steps after it")
    tries: list[TryShape] | None = Field(description="null if not asked for")
    paths: int | None = Field(description="the number of lines, if asked for")
    classes: int | None = Field(description="the number of lines without reordered ones, if asked for")
    difficulty: DifficultyShape | None = Field(description="how hard a line is to find, if all are asked for")
    ruled_out: int | None = Field(description="no line of up to that number of steps reaches the goal")
    positions: int = Field(description="the number of positions that the search looked at")
    left_out: int = Field(description="how often an action was left out, since it could wait or can't matter")


class SolveHintAnswer(_Answer):
    """The answer of `solve --hint`."""

    hint: str | None = Field(description="the next step; null if no line is known, or the goal is reached")
    answer: str


class ChangeOfBoardShape(_Shape):
    """A change of the board that makes an action legal, or a goal hold."""

    edits: list[str]
    cost: int
    board: BoardData
    caveats: list[str]


class NodeShape(_Shape):
    """A node of a derivation; a field that is empty is left out."""

    kind: str = ""
    text: str = ""
    atom: str = ""
    rules: list[str] = []
    where: str = Field("", description="the place of the rule in asp/")
    says: str = Field("", description="the comment above the rule")
    children: list[NodeShape] = []


class _Changeable(_Shape):
    changes: list[ChangeOfBoardShape]
    changes_stopped: str = Field(description="what ended the search for changes; empty if nothing did")
    changes_cost_up_to: int = Field(description="there are no others that cost up to this")


class WhyAnswer(_NotedAnswer, _Noted, _Changeable):
    """The answer of `why`. The service leaves the derivation out."""

    legal: bool
    facts: list[str] = Field(description="the set of facts that was found first")
    reasons: list[list[str]] = Field(description="minimal sets of facts that make the action illegal")
    all_reasons: bool = Field(description="true if these are all minimal sets")
    derivation: list[NodeShape] = []


class ChainShape(_Shape):
    """The events that lead to a goal, or to something else."""

    holds: bool
    stands: list[str] = Field(description="the values at the end")
    events: list[EventShape]
    whole: bool = Field(description="false if not followed to the end")
    changed: bool = Field(description="false if it held at first")


class _ThatShape(_Noted):
    actions: list[VerdictShape]
    holds_in: int = Field(description="the number of outcomes in which it holds")
    fails_in: int
    chains: list[ChainShape]
    always: list[str] = Field(description="events of every outcome in which it holds, and not of every other one")
    never: list[str] = Field(description="events of none of these")
    parted: bool = Field(description="true if these events tell the outcomes apart")


class WhyThatAnswer(_NotedAnswer, _ThatShape):
    """The answer of `why --that`."""

    that: str


class WhyNotAnswer(_NotedAnswer, _ThatShape, _Changeable):
    """The answer of `why --not`."""

    not_: str = Field(alias="not")


class SizeShape(_Shape):
    """The size of a board."""

    objects: int
    abilities: int
    counters: int


class SecondShape(_Shape):
    """The other course of events, if a property compares two."""

    actions: list[str]
    rules: str | None
    outcome: ChangesShape | None


class OpenShape(_Shape):
    """A board on which a proof leaves the result open."""

    caveats: list[str]
    action: str
    board: BoardData


class ProveAnswer(_NotedAnswer, _Noted):
    """The answer of `prove`."""

    property: str
    says: str = Field(description="the property in words")
    bounds: str
    holds: bool | None = Field(description="null if neither is known")
    boards: int
    boards_are: Literal["exactly", "at most"]
    is_met: bool | None = Field(description="true if a board within the bounds has what the property assumes")
    action: str | None
    actions: list[str]
    counterexample: BoardData | None
    size: SizeShape | None
    outcome: ChangesShape | None
    second: SecondShape | None
    holds_on: BoardData | None = Field(description="a board near the counterexample on which the property holds")
    open: list[OpenShape]


ANSWERS: dict[str, type[BaseModel]] = {
    "check": CheckAnswer,
    "apply": ApplyAnswer,
    "legal": LegalAnswer,
    "show": ShowAnswer,
    "show object": ShowObjectAnswer,
    "solve": SolveAnswer,
    "solve hint": SolveHintAnswer,
    "why": WhyAnswer,
    "why that": WhyThatAnswer,
    "why not": WhyNotAnswer,
    "prove": ProveAnswer,
}
"""The models of answers, by the names of their formats."""


def schema() -> dict[str, Any]:
    """The JSON Schema of these answers, each by its name under `$defs`; an answer is one of them."""
    from pydantic.json_schema import models_json_schema

    _, found = models_json_schema([(model, "serialization") for model in ANSWERS.values()])
    return {
        "title": "answers",
        "description": "Answers of pyengine with --json; those of batch also have `line`, or `error` alone.",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}", "title": name} for name, model in ANSWERS.items()],
        "$defs": found["$defs"],
    }

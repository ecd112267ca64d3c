"""Table of the commands, in the order in which help lists them. Each is a module beside this one."""

COMMANDS = {
    "legal": "list every move of counters, use of an ability or spell, and turning face up, legal or not, "
    "with outcomes",
    "check": "say whether one action is legal, with every reason why not",
    "apply": "do actions one after the other and show every resulting board, with the log",
    "batch": "answer many questions: JSON lines in, JSON lines out",
    "test": "run scenario files and report",
    "conform": "run the scenarios against another engine and report where it differs",
    "generate": "write random boards with what is right, to test engines against each other, or a puzzle",
    "rules": "show the status of a rule, the lines that encode it, and its scenarios",
    "cards": "show what the card library knows",
    "show": "show the board with the power, toughness, types and keywords of everything on it, or how those of one "
    "object came about, layer by layer",
    "view": "show the board as one player is entitled to see it, as a board file; without --as as a table",
    "status": "say what on a board contradicts the rules",
    "facts": "print a board, and actions, as facts of the logic program",
    "schema": "print the JSON Schema of a file format",
    "solve": "find the shortest line of a puzzle, or prove that there is none",
    "prove": "prove a property over all boards within bounds, or show the smallest that breaks it",
    "enumerate": "write the verdict on an action on every board within bounds to a file",
    "serve": "start a web page to build boards and try actions, and the same as JSON over HTTP",
    "editions": "list the editions of the rules, and what changed with each",
    "compare": "compare the answers about a board on two dates, with the changes that matter",
    "why": "show why an action is illegal and what would make it legal, or why something is so after it, or is not",
    "completion": "print a script that completes commands and options in a shell",
}
"""The help of each, by its name."""

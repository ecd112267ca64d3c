"""Writing YAML files."""

from __future__ import annotations

from typing import Any

import yaml

from pyengine.files.yaml_nodes import NUMBER


def dump(data: dict[str, Any] | list[dict[str, Any]]) -> str:
    """Plain data as a YAML file: short lists and mappings on one line, long ones in block style."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


class _Dumper(yaml.SafeDumper):
    """Puts text in quotes also where YAML 1.1 would need none and the reader here sees a number."""


def _mapping(dumper: yaml.SafeDumper, data: dict[str, Any]) -> yaml.Node:
    node = dumper.represent_dict(data.items())
    node.flow_style = len(repr(data)) < 80
    return node


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    """Text with line breaks is escaped: it stays on one line."""
    style = None if frozenset("\n\r\x85\u2028\u2029").isdisjoint(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(str, _text)
_Dumper.add_implicit_resolver("tag:yaml.org,2002:float", NUMBER, list("+-.0123456789"))

"""Checks on asp/editions/citations.lp: which number a rule had in which edition."""

import itertools
import re
from collections import defaultdict
from datetime import datetime, timedelta
from pathlib import Path

import clingo
import pytest

FILE = Path(__file__).resolve().parents[1] / "asp" / "editions/citations.lp"
OPEN = 99999999
RULE = re.compile(r"\d{3}\.\d{1,3}[a-kmnp-z]?")
GLOSSARY = re.compile(r"Glossary: [A-Z][A-Za-z ]+")


def load():
    ctl = clingo.Control(["--warn=none"])
    ctl.load(str(FILE))
    ctl.ground([("base", [])])
    periods, editions = defaultdict(list), []
    for atom in ctl.symbolic_atoms:
        s = atom.symbol
        assert atom.is_fact, s
        if s.match("cited_as", 4):
            key, start, end, number = s.arguments
            periods[key.string].append((start.number, end.number, number.string))
        elif s.match("known_edition", 1):
            editions.append(s.arguments[0].number)
        elif s.name not in ("older_number_not_checked", "numbered_before", "number_not_known"):
            pytest.fail(f"unexpected atom {s}")
    return {k: sorted(v) for k, v in periods.items()}, sorted(editions)


PERIODS, EDITIONS = load()


def cited(key, date):
    hits = [n for a, b, n in PERIODS[key] if a <= date <= b]
    assert len(hits) <= 1
    return hits[0] if hits else None


def day(date):
    return datetime.strptime(str(date), "%Y%m%d")


def test_something_is_there():
    assert len(PERIODS) > 150
    assert len(EDITIONS) == 127


def test_editions_are_dates():
    for date in EDITIONS:
        day(date)
    assert EDITIONS[0] == 20010924
    assert EDITIONS[-1] == 20260925


@pytest.mark.parametrize("key", sorted(PERIODS))
def test_periods(key):
    rows = PERIODS[key]
    for start, end, _ in rows:
        assert start <= end
        day(start)
        if end != OPEN:
            day(end)
    for (_, end, _), (start, _, _) in itertools.pairwise(rows):
        # no overlap, and no hole: a rule that exists keeps existing
        assert end < start
        assert day(end) + timedelta(days=1) == day(start)
    for (_, _, old), (_, _, new) in itertools.pairwise(rows):
        assert old != new, "two adjacent periods with one number"


@pytest.mark.parametrize("key", sorted(PERIODS))
def test_newest_period_is_the_key(key):
    _start, end, number = PERIODS[key][-1]
    assert end == OPEN
    assert number == key


@pytest.mark.parametrize("key", sorted(PERIODS))
def test_numbers_well_formed(key):
    assert RULE.fullmatch(key)
    for _, _, number in PERIODS[key]:
        assert RULE.fullmatch(number) or GLOSSARY.fullmatch(number), number


@pytest.mark.parametrize("key", sorted(PERIODS))
def test_changes_fall_on_editions(key):
    for start, _, _ in PERIODS[key]:
        assert start in EDITIONS


def test_no_two_rules_share_a_number_in_the_newest_edition():
    now = [cited(k, EDITIONS[-1]) for k in PERIODS]
    assert len(now) == len(set(now))


@pytest.mark.parametrize(
    "key, date, number",
    [
        # moving a counter
        ("122.5", 20061001, "Glossary: Move"),
        ("122.5", 20090711, "120.3"),
        ("122.5", 20090904, "120.4"),
        ("122.5", 20101001, "121.4"),
        ("122.5", 20150327, "121.5"),
        ("122.5", 20190614, "121.5"),
        ("122.5", 20190712, "122.5"),
        # kinds of counters shift each other
        ("122.1e", 20170825, "121.1b"),
        ("122.1e", 20200417, "122.1c"),
        ("122.1e", 20220429, "122.1d"),
        ("122.1f", 20061001, "102.3d"),
        ("122.1f", 20220429, "122.1e"),
        ("122.1c", 20210723, None),
        ("122.1j", 20260417, None),
        # +1/+1 and -1/-1 counters, and the greatest number of counters
        ("704.5q", 20030701, None),
        ("704.5q", 20061001, "420.5n"),
        ("704.5q", 20090904, "704.5r"),
        ("704.5q", 20150327, "704.5r"),
        ("704.5q", 20200417, "704.5q"),
        ("704.5r", 20090711, None),
        ("704.5r", 20150327, "704.5s"),
        ("704.5j", 20150327, "704.5k"),
        # teams and poison
        ("704.6b", 20170825, "704.5u"),
        ("704.6b", 20170929, "704.5t"),
        ("704.6b", 20200417, "704.5u"),
        ("704.6b", 20200703, "704.6b"),
        # face-down objects
        ("708.4", 20061001, "504.2"),
        ("708.4", 20101001, "707.4"),
        ("708.4", 20220908, "708.4"),
        ("708.2b", 20220908, None),
        ("702.37e", 20021007, "502.26d"),
        ("702.37e", 20110201, "702.34d"),
        ("702.37e", 20150327, "702.36e"),
        ("702.37c", 20150123, "702.36b"),
        ("701.40g", 20220908, "701.34f"),
        ("701.58b", 20241108, "701.56b"),
        ("110.5a", 20170825, "110.6a"),
        # proliferate
        ("701.34", 20101001, "701.23"),
        ("701.34", 20150327, "701.24"),
        ("701.34a", 20170825, "701.25a"),
        ("701.34a", 20200417, "701.26a"),
        ("701.34a", 20241108, "701.27a"),
        ("701.34b", 20150327, "701.24c"),
        # special actions, turning face up, face-down cards in exile
        ("708.2", 20021007, "504.2"),
        ("708.5", 20021007, "504.3"),
        ("708.9", 20010924, None),
        ("708.9", 20150327, "707.9"),
        ("708.12", 20240730, None),
        ("702.37b", 20150123, None),
        ("702.168d", 20231117, None),
        ("116.2b", 20021007, "408.2h"),
        ("116.3", 20030701, "408.2h"),
        # mana symbols, faces and blockers
        ("107.4h", 20060501, None),
        ("107.4h", 20061001, "104.3h"),
        ("107.4h", 20101001, "107.4f"),
        ("107.4h", 20150327, "107.4h"),
        ("108.4a", 20090711, "108.4a"),
        ("202.3b", 20150327, None),
        ("202.3b", 20170825, "202.3b"),
        ("509.1", 20061001, "309.1"),
        ("712.8e", 20220908, "712.4d"),
        ("406.7", 20150717, "406.6"),
        ("406.7", 20150926, "406.7"),
        # casting a spell and paying for it
        ("117.3c", 20021007, "409.1g"),
        ("117.3c", 20061001, "409.1i"),
        ("117.1a", 20100618, "115.1a"),
        ("118.3", 20061001, "Glossary: Cost"),
        ("118.6", 20030701, None),
        ("118.6", 20070501, "203.1b"),
        ("119.4", 20021007, "Glossary: Pay"),
        ("119.4", 20170825, "118.4"),
        ("601.2f", 20150327, "601.2e"),
        ("601.2f", 20150717, "601.2f"),
        ("601.2h", 20021007, "409.1f"),
        ("118.7c", 20150327, "117.7b"),
        ("118.7c", 20170825, "117.7c"),
        ("601.2c", 20061001, "409.1c"),
        ("601.2h", 20150327, "601.2g"),
        ("601.2i", 20021007, "409.1g"),
        ("601.2i", 20150327, "601.2h"),
        ("605.3a", 20061001, "411.2"),
        ("608.2", 20090904, "607.2"),
        ("601.3f", 20200417, None),
        ("702.61b", 20060715, None),
        ("702.61b", 20110930, "702.59b"),
        ("608.3a", 20021007, "413.2h"),
        ("608.3a", 20210723, "608.3"),
        # keyword actions in their alphabet
        ("701.6a", 20061001, "Glossary: Counter"),
        ("701.9a", 20161111, "701.8a"),
        ("701.20a", 20240202, "701.16a"),
        ("701.24a", 20090904, None),
        ("701.24a", 20161111, "701.18a"),
        ("701.26a", 20161111, "701.19a"),
        ("701.27a", 20150327, "701.25b"),
        ("701.27a", 20241108, "701.28a"),
        # double-faced, merged, controlled players
        ("712.8a", 20120201, "711.2a"),
        ("712.8a", 20221007, "712.4a"),
        ("712.15", 20140925, None),
        ("712.15", 20150327, "711.8"),
        ("712.16", 20120201, "711.6"),
        ("714.3a", 20221007, "715.3a"),
        ("730.2g", 20200124, None),
        ("730.2g", 20221007, "725.2g"),
        ("730.2g", 20241108, "727.2g"),
        ("723.5", 20061001, "507.3"),
        ("723.5", 20100423, "711.4"),
        ("723.4", 20120201, "712.4"),
        # lands, creatures, combat, the end of the game
        ("304.4", 20010924, "214.1"),
        ("305.9", 20030701, None),
        ("305.9", 20061001, "212.6g"),
        ("302.6", 20021007, "409.3"),
        ("508.1", 20010924, "308.1"),
        ("506.4", 20061001, "306.2"),
        ("104.1", 20030701, "102.3"),
        ("104.1", 20061001, "102.1"),
        ("800.4a", 20061001, "600.4a"),
        # tokens, copies, targets
        ("111.2", 20061001, "216.1"),
        ("111.2", 20170825, "110.5a"),
        ("111.12", 20220908, None),
        ("111.12", 20240202, "111.11"),
        ("115.1", 20090904, "113.1"),
        ("115.1", 20170825, "114.1"),
        ("608.2b", 20090904, "607.2b"),
        ("608.2c", 20061001, "413.2b"),
        ("608.3b", 20210723, "608.3a"),
        ("608.3f", 20200417, None),
        ("608.3f", 20210723, "608.3b"),
        ("701.7a", 20160826, None),
        ("701.7a", 20241108, "701.6a"),
        ("702.11b", 20101001, None),
        ("702.16b", 20101001, "702.14b"),
        ("702.18a", 20061001, None),
        ("702.18a", 20150327, "702.18a"),
        ("704.5e", 20010924, None),
        ("704.5e", 20061001, "420.5j"),
        ("707.10", 20061001, "503.10"),
        ("707.10", 20101001, "706.9"),
        ("707.10", 20110930, "706.10"),
        ("707.10", 20150327, "706.10"),
        # others
        ("613.4c", 20090904, "612.3c"),
        ("613.4c", 20101001, "613.3c"),
        ("614.17c", 20170825, "614.16c"),
        ("616.1f", 20150327, "616.1e"),
        ("120.3c", 20101001, "119.3c"),
        ("701.21", 20221007, "701.17"),
        ("702.90b", 20130201, "702.88b"),
    ],
)
def test_spot(key, date, number):
    assert cited(key, date) == number

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluation import evaluate
from pipeline.evaluation.plots import histogram, slope, spread
from pipeline.evaluation.report import LEAKS_SHOWN

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}"


class Page(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.fixture
def report(dialogue, decision, decide_by_id, native_file, tmp_path):
    """The page of an evaluation, with a hostile id and platform and recognisable text."""

    def make() -> str:
        first = dialogue(HOSTILE, "[Zebulon] met {Quetelet}", HOSTILE, why="Xanthippe")
        decisions = {HOSTILE: [decision(0, 6), decision(12, 20, 0.2)]}
        challenge = native_file(dialogue("c", "[Wolfgang] left", "B"), name="challenge.jsonl")
        who = {"name": HOSTILE, "version": "v-1"}
        evaluate(
            decide_by_id(decisions), native_file(first), challenge, tmp_path / "out", cascade=who
        )
        return (tmp_path / "out" / "report.html").read_text()

    return make


def test_no_text_of_a_dialogue_gets_into_any_output(report, tmp_path) -> None:
    report()
    written = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    for word in ("Zebulon", "Zebulo", "Quetelet", "Wolfgang", "Xanthippe", " met ", " left"):
        assert word not in written.replace("text-align: left", "").replace('class="left', "")


def test_hostile_ids_stay_text(report) -> None:
    source = report()
    assert "script" not in {tag for tag, _ in Page(source).tags}
    assert "&lt;script&gt;" in source
    assert "{{ 7*7 }}" in source  # shown as it is, not worked out


def test_the_page_allows_itself_nothing_but_its_own_style_sheet(report) -> None:
    source = report()
    page = Page(source)
    style = source.partition("<style>")[2].partition("</style>")[0]
    digest = hashlib.sha256(style.encode()).digest()
    policy = next(
        attributes["content"]
        for tag, attributes in page.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert base64.b64encode(digest).decode() in policy
    forbidden = {"style", "src", "href", "onclick", "onload"}
    assert not [tag for tag, attributes in page.tags if forbidden & attributes.keys()]


def test_the_page_stands_alone(report) -> None:
    source = report()
    assert not re.search(r"https?://|@import|url\(", source)
    assert source.startswith("<!doctype html>")


def test_every_tag_is_closed_in_order(report) -> None:
    void = {"meta", "br"}
    stack: list[str] = []
    for closing, tag, selfclosed in re.findall(r"<(/?)([a-z0-9]+)[^>]*?(/?)>", report()):
        if closing:
            assert stack.pop() == tag
        elif tag not in void and not selfclosed:
            stack.append(tag)
    assert stack == []


def test_a_long_leak_list_is_cut_and_says_so(dialogue, decide_by_id, native_file, tmp_path) -> None:
    path = native_file(dialogue("d", "[Anna] " * (LEAKS_SHOWN + 7)))
    evaluate(decide_by_id({}), path, None, tmp_path)
    source = (tmp_path / "report.html").read_text()
    assert "7 more are in <code>leaks.jsonl</code>" in source
    assert source.count('<td class="left id">') == LEAKS_SHOWN


def test_without_leaks_or_decisions_by_the_reviewer_it_says_so(
    dialogue, decide_by_id, native_file, tmp_path
) -> None:
    evaluate(decide_by_id({}), native_file(dialogue("d", "nobody here")), None, tmp_path)
    source = (tmp_path / "report.html").read_text()
    assert "None: every gold span is wholly redacted." in source
    assert "The reviewer decided nothing here." in source


@given(st.lists(st.floats(0, 200), max_size=8))
def test_labels_move_down_until_they_are_apart(places: list[float]) -> None:
    moved = spread(places, 13)
    assert all(after >= before for before, after in zip(places, moved, strict=True))
    ordered = sorted(moved)
    assert all(low - high >= 13 - 1e-6 for high, low in pairwise(ordered))


@pytest.mark.parametrize("value", [0.0, 0.3, 0.95, 1.0])
def test_a_slope_of_equal_figures_has_a_scale(value: float) -> None:
    (platform, mean) = slope({"A": (value, value)}, (value, value))
    assert platform.y[0] == platform.y[1] == mean.y[0]
    assert 26 <= platform.y[0] <= 176


def test_bars_share_one_square_root_scale() -> None:
    halves = histogram({"pii": {"REDACT": [0, 75], "KEEP": [4, 25]},
                        "not_pii": {"REDACT": [0, 0], "KEEP": [25, 0]}})  # fmt: skip
    low, high = halves["pii"]
    assert (high.redacted_height, high.kept_height) == (63, 21)
    assert low.kept_height == pytest.approx(84 / 5, abs=0.01)
    assert halves["not_pii"][0].kept_height == 42

"""WebVTT captions with speakers, one dialogue a file; a voice in a cue is a turn."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.formats.folder import write_each
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.lines import read_lines, require_utf8
from pipeline.transcripts.formats.speaker_lines import looks_like_speaker
from pipeline.transcripts.labels import role_of
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Reason, TranscriptError
from pipeline.transcripts.record import Record, damaged
from pipeline.whole_file import whole_file

_CLOCK = r"(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}"
_TIMING = re.compile(rf"({_CLOCK})[ \t]+-->[ \t]+({_CLOCK})(.*)")
_SETTING = re.compile(r"(?:align|line|position|size|vertical):[a-z0-9.,%-]+")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>")
_TAG = re.compile(r"</?[a-z][^<>]*>|</?[\d:.]+>")
_NAMED = re.compile(r"([^\W\d_][^:<>\n]{0,60}?)(:[ \t]+)(?=\S)")
_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
_NO_CUE = {"start": "00:00:00.000", "end": "00:00:00.000"}

Block = list[tuple[int, str]]


def sniff(head: str, _path: Path) -> bool:
    """The signature every such file begins with."""
    return re.match(r"WEBVTT(?:\s|$)", head) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """The one record of the file. Notes and styles are left out; mark-up in text is undone."""
    lines = list(read_lines(path))
    raw = "".join(line for _, line in lines)
    try:
        turns = list(_turns(lines, options))
    except DamagedRecord as error:
        yield damaged(error, 1, raw)
        return
    dialogue = Dialogue(dialogue_id=path.stem, turns=tuple(turns), **options.origin)
    yield Record(1, raw, dialogue)


def _blocks(lines: Block) -> Iterator[Block]:
    """Runs of lines between blank ones, the header left out."""
    stripped = [(number, line.rstrip("\r\n")) for number, line in lines]
    for is_block, block in groupby(stripped[1:], key=lambda line: bool(line[1].strip())):
        if is_block:
            yield list(block)


def _turns(lines: Block, options: ReadOptions) -> Iterator[Turn]:
    number = 0
    for position, block in enumerate(_blocks(lines)):
        for line, text in block:
            require_utf8(text, line)
        if _is_aside(block, position):
            continue
        cue, payload = _cue(block)
        for speaker, style, text in _voices(payload):
            yield Turn(
                turn_id=number,
                speaker_role=role_of(speaker, options),
                text=text,
                speaker=speaker,
                extra=cue | {"cue": position, "style": style},
            )
            number += 1


def _is_aside(block: Block, position: int) -> bool:
    first = block[0][1]
    # Header fields ("Kind: captions") stand right below the signature.
    is_header = position == 0 and block[0][0] == 2 and all("-->" not in t for _, t in block)
    return _ASIDE.match(first) is not None or is_header


def _cue(block: Block) -> tuple[dict[str, Any], str]:
    has_id = "-->" not in block[0][1]
    if len(block) <= has_id:
        raise DamagedRecord(Reason.MALFORMED, "a cue has no timing line", block[0][0])
    line, timing = block[has_id]
    found = _TIMING.fullmatch(timing.strip())
    if found is None:
        raise DamagedRecord(Reason.MALFORMED, "a cue has a malformed timing line", line)
    cue: dict[str, Any] = {"start": found[1], "end": found[2]}
    if has_id:
        cue["cue_id"] = block[0][1]
    if settings := _SETTING.findall(found[3]):
        cue["settings"] = " ".join(settings)
    return cue, "\n".join(text for _, text in block[has_id + 1 :])


def _voices(payload: str) -> Iterator[tuple[str | None, str, str]]:
    """(speaker, how it was written, text) for each voice of a cue."""
    first = _VOICE.search(payload)
    lead = payload[: first.start()] if first else payload
    if first is None or _plain(lead).strip():
        yield from _named(_plain(lead))
    if first is None:
        return
    voices = list(_VOICE.finditer(payload))
    ends = [voice.start() for voice in voices[1:]] + [len(payload)]
    for voice, end in zip(voices, ends, strict=True):
        yield unescape(voice[1]).strip(), "voice", _plain(payload[voice.end() : end]).strip("\n")


def _named(text: str) -> Iterator[tuple[str | None, str, str]]:
    found = _NAMED.match(text)
    if found is None or not looks_like_speaker(found[1], is_spaced=True):
        yield None, "none", text
    else:
        yield found[1], "label", text[found.end() :]


def _plain(payload: str) -> str:
    return unescape(_TAG.sub("", payload))


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """One file a dialogue; turns that never had timings get zero ones."""
    return write_each(dialogues, path, FORM.suffix, _write_captions)


def _write_captions(dialogue: Dialogue, path: Path) -> None:
    captions = _captions(dialogue)
    if not _holds(dialogue, captions):
        sentence = "captions cannot hold its text as it is; write jsonl"
        raise TranscriptError(f"dialogue {dialogue.dialogue_id}: {sentence}")
    with whole_file(path) as file:
        file.write(captions)


def _holds(dialogue: Dialogue, captions: str) -> bool:
    numbered = list(enumerate(captions.split("\n"), start=1))
    try:
        read_back = [turn.text for turn in _turns(numbered, DEFAULT_OPTIONS)]
    except DamagedRecord:
        return False
    return read_back == [turn.text for turn in dialogue.turns]


def _captions(dialogue: Dialogue) -> str:
    cues = groupby(dialogue.turns, key=lambda turn: turn.extra.get("cue", f"turn {turn.turn_id}"))
    blocks = ["\n".join(_cue_lines(list(turns))) for _, turns in cues]
    return "\n\n".join(["WEBVTT", *blocks]) + "\n"


def _cue_lines(turns: list[Turn]) -> Iterator[str]:
    kept = _NO_CUE | turns[0].extra
    if "cue_id" in kept:
        yield str(kept["cue_id"])
    yield f"{kept['start']} --> {kept['end']} {kept.get('settings', '')}".rstrip()
    for turn in turns:
        yield _payload(turn)


def _payload(turn: Turn) -> str:
    text = _escaped(turn.text)
    style = turn.extra.get("style", "voice")
    speaker = turn.speaker
    if speaker is None:
        return text if style == "none" else f"<v {turn.speaker_role.value.capitalize()}>{text}</v>"
    return f"{speaker}: {text}" if style == "label" else f"<v {_escaped(speaker)}>{text}</v>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FORM = Form("webvtt", ".vtt", sniff, read, write, holds_spans=False, is_single=True)

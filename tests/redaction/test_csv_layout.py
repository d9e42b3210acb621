"""A redacted table is laid out as it came: names, order, delimiter, quotation, line ends."""

import pytest

from pipeline.redaction.run import redact_file
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.reading import read_any


def redacted(tmp_path, cascade, content, **more):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_bytes(content.encode())
    summary = redact_file(path, out, cascade, format="csv", **more)
    return out.read_bytes().decode(), summary


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(
            "Utterance,Speaker,Session\r\nhi Zuleika,Tutor,s1\r\n",
            "Utterance,Speaker,Session\r\nhi [NAME],Tutor,s1\r\n",
            id="names and order",
        ),
        pytest.param(
            "session;text;turn_id;speaker_role\ns1;a, Zuleika;07;tutor\n",
            "session;text;turn_id;speaker_role\ns1;a, [NAME];7;tutor\n",
            id="semicolons and line feeds",
        ),
        pytest.param(
            "\ufeffsession\ttext\ns1\tZuleika\n",
            "\ufeffsession\ttext\ns1\t[NAME]\n",
            id="tabs and a byte order mark",
        ),
        pytest.param(
            '"session","turn_id","text"\n"s1","3","so ""Zuleika"""\n',
            '"session","turn_id","text"\n"s1","3","so ""[NAME]"""\n',
            id="everything quoted",
        ),
        pytest.param(
            '"session","turn_id","text"\n"s1",3,"Zuleika"\n',
            '"session","turn_id","text"\n"s1",3,"[NAME]"\n',
            id="all but numbers quoted",
        ),
        pytest.param(
            'session|text\ns1|"Zuleika\r|\nEuler"\n',
            'session|text\ns1|"[NAME]\r|\nEuler"\n',
            id="only what must be quoted",
        ),
        pytest.param(
            "text,platform,source,licence\nZuleika,A,north,CC0\n",
            "text,platform,source,licence\n[NAME],A,north,CC0\n",
            id="where it comes from",
        ),
        pytest.param(
            "session,text,time,start,time\ns1,Zuleika,0:01,0:02,0:03\n",
            "session,text,start\ns1,[NAME],0:02\n",
            id="a column that stands twice may be either",
        ),
    ],
)
def test_a_table_comes_out_as_it_came(tmp_path, cascade, content, expected):
    assert redacted(tmp_path, cascade, content)[0] == expected


def test_columns_nobody_knows_are_left_out_and_counted(tmp_path, cascade):
    content = "e-mail,text,start_time,pupil\nz@mail.org,hi Zuleika,0:01,Zuleika\n"
    written, summary = redacted(tmp_path, cascade, content)
    assert written == "text,start_time\nhi [NAME],0:01\n"
    assert summary.columns_left_out == 2
    assert ", 2 columns left out;" in summary.sentence()
    assert summary.as_record()["columns_left_out"] == 2


def test_named_columns_keep_their_names(tmp_path, cascade):
    content = "Wer;Gesagt;Stunde\nFrau Zuleika;hi Zuleika;s1\nTutor;hi;s1\n"
    columns = {"dialogue_id": "Stunde", "speaker": "Wer", "text": "Gesagt"}
    written, summary = redacted(tmp_path, cascade, content, options=ReadOptions(columns=columns))
    assert written == "Wer;Gesagt;Stunde\nSPEAKER_1;hi [NAME];s1\nTutor;hi;s1\n"
    assert summary.columns_left_out == 0


def test_where_one_column_is_left_a_reader_still_finds_the_ends_of_cells(tmp_path, cascade):
    written, _ = redacted(tmp_path, cascade, "text;note\na, b Zuleika, c;x\n")
    assert written == 'text\n"a, b [NAME], c"\n'
    [dialogue] = read_any(tmp_path / "out.csv", "csv")
    assert dialogue.turns[0].text == "a, b [NAME], c"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "'="])
def test_what_a_spreadsheet_takes_for_a_formula_is_text_and_stays(tmp_path, cascade, sign):
    written, _ = redacted(tmp_path, cascade, f"session,text\ns1,{sign}1+1 Zuleika\n")
    assert written == f"session,text\ns1,{sign}1+1 [NAME]\n"

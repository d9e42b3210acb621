"""The demo's folder: made anew, one demo at a time, and never somebody else's."""

import pytest

from infra.demo.place import DemoError, Place


def test_a_folder_that_no_demo_made_is_not_deleted(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(DemoError, match="it would be deleted"):
        Place(tmp_path).claim()
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_second_demo_is_kept_out_and_a_later_one_starts_anew(tmp_path):
    place = Place(tmp_path / "demo")
    with place.claim():
        place.clear()
        (place.inbox / "old.jsonl").write_text("{}")
        (place.root / "link").symlink_to(tmp_path)
        with pytest.raises(DemoError, match="Another demo is running"):
            place.claim()
    with place.claim():
        place.clear()
    assert not list(place.inbox.iterdir())
    assert tmp_path.is_dir()

import pytest

from tests.engine.golden import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_as_it_was(name):
    """If the change is meant: ``python -m tests.engine.golden``, and read the difference."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()


def test_there_is_no_other_file():
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)

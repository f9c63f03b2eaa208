"""Which build of the searches is used: the compiled one where it was made (docs/solver.md).

``SOLVER=pure`` in the environment leaves it aside.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Final, cast

from engine.players.solver_colons import ColonSearch
from engine.players.solver_plain import PlainSearch

Searches = tuple[type[PlainSearch], type[ColonSearch]]

PURE: Final[Searches] = (PlainSearch, ColonSearch)
_NAME: Final = "engine.players._solver_compiled"


def _compiled() -> Searches | None:
    if find_spec(_NAME) is None:
        return None
    module = import_module(_NAME)
    # They have the same face, and a test holds them to the same answers.
    return cast("Searches", (module.PlainSearch, module.ColonSearch))


COMPILED: Final = _compiled()
USUAL: Final = PURE if COMPILED is None or os.environ.get("SOLVER") == "pure" else COMPILED

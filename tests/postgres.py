"""PostgreSQL for tests: one server for the whole run in a temporary folder, databases in it.

Tests that are marked ``both_databases`` run on SQLite and once more on PostgreSQL.  Tests that
take ``cluster`` or ``postgres_url`` run on PostgreSQL alone.  All that runs there carries the
marker ``postgres``, by which it can be left out.  ``pytest --postgres`` runs all tests of storage
and of the tables there instead of on SQLite, but for those that are about an SQLite file.
``POSTGRES_BIN`` names the folder of its programs if it is neither Debian's nor on the path.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests import storage
from tests.cluster import Cluster

_FOLDER: Final = pytest.StashKey[Path]()
_LOG: Final = pytest.StashKey[tuple[Cluster, int, str]]()
_LINES: Final = 40  # of the server's log that are shown with a test that failed


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgres", action="store_true", help="run the tests on PostgreSQL instead of SQLite"
    )


def pytest_configure(config: pytest.Config) -> None:
    given = getattr(config, "workerinput", None)
    if given is None:
        # Not pytest's folder: nobody else may enter that, and a socket's path must be short.
        config.stash[_FOLDER] = Path(tempfile.gettempdir(), f"postgres-{secrets.token_hex(4)}")
    else:
        config.stash[_FOLDER] = Path(given["postgres"])


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_configure_node(node: Any) -> None:
    node.workerinput["postgres"] = str(node.config.stash[_FOLDER])


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = config.stash.get(_FOLDER, None)
    if folder is None or hasattr(config, "workerinput") or not folder.exists():
        return  # another process began it, and ends it; or nobody has needed it
    try:
        Cluster(folder).stop()
    finally:
        shutil.rmtree(folder)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.config.getoption("--postgres"):
        return
    if metafunc.definition.get_closest_marker("both_databases"):
        both = (
            pytest.param("sqlite", id=pytest.HIDDEN_PARAM),
            pytest.param("postgresql", marks=pytest.mark.postgres),
        )
        metafunc.parametrize("storage_of_the_test", both, indirect=True)


@pytest.hookimpl(tryfirst=True)  # before -m is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if {"cluster", "postgres_url"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("postgres")
    if config.getoption("--postgres"):
        left_out = [item for item in items if item.get_closest_marker("sqlite")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("sqlite")]


@pytest.fixture(scope="session")
def cluster(pytestconfig: pytest.Config) -> Cluster:
    """The server of this test run."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "test")
    running = Cluster(pytestconfig.stash[_FOLDER], worker)
    running.join()
    return running


@pytest.fixture
def postgres_url(cluster: Cluster) -> Iterator[str]:
    """A database on it with our tables, for one test."""
    with cluster.database() as url:
        yield url


@pytest.fixture(autouse=True)
def storage_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """For a test that is to run on PostgreSQL: name its database to ``tests.storage``."""
    everything = request.config.getoption("--postgres")
    if not everything and getattr(request, "param", "sqlite") == "sqlite":
        yield
        return
    running: Cluster = request.getfixturevalue("cluster")
    with running.database() as url, pytest.MonkeyPatch.context() as patch:
        patch.setenv(storage.VARIABLE, url)
        request.node.stash[_LOG] = (running, len(running.log()), url)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the server said about the database of a test that failed."""
    report = yield
    if report.failed and _LOG in item.stash:
        running, since, url = item.stash[_LOG]
        name = re.escape(url.partition("?")[0].rpartition("/")[2])
        # Lines of this database, and of none: "<name>" or "<>"; then those that belong to them.
        said = re.findall(
            rf"^\S+ \S+ \S+<(?:{name})?>.*(?:\n\t.*)*", running.log(since), re.MULTILINE
        )
        report.sections.append(("PostgreSQL's log", "\n".join(said[-_LINES:])))
    return report

"""What differs in the first columns of a key, found without reading all that is the same."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CTE, Column, ColumnElement, Select, func, select


def differing(where: ColumnElement[bool], *columns: Column[Any]) -> Select[tuple[Any, ...]]:
    """The values of these columns that occur together where ``where`` holds; for ``IN``.

    The columns are of one table and follow in its key those that ``where`` compares.  Each value
    is found from the one before with one look into the key, while DISTINCT goes through all rows.
    A row of NULL at the end of each, which equals nothing, is part of the answer.
    """
    found: CTE | None = None
    for number, column in enumerate(columns):
        before = columns[:number]
        least = select(func.min(column)).where(where)
        if found is None:
            first = select(least.label(column.name))
        else:
            same = [each == found.c[each.name] for each in before]
            first = select(
                *[found.c[each.name] for each in before],
                least.where(*same).correlate(found).scalar_subquery().label(column.name),
            ).where(found.c[before[-1].name].is_not(None))
        each_one = first.cte(f"each_{column.name}", recursive=True)
        same = [each == each_one.c[each.name] for each in before]
        more = least.where(*same, column > each_one.c[column.name]).correlate(each_one)
        found = each_one.union_all(
            select(*[each_one.c[each.name] for each in before], more.scalar_subquery()).where(
                each_one.c[column.name].is_not(None)
            )
        )
    if found is None:
        raise ValueError("there must be a column")
    return select(*[found.c[column.name] for column in columns])

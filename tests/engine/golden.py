"""Golden playthroughs: ``python -m tests.engine.golden`` writes them anew.

Each file is a whole game, with what is asked before every action.  A change in it means that the
rules, the shuffle or the texts have changed; a record of an older version then no longer replays.
"""

from __future__ import annotations

from pathlib import Path

from engine import Discard, Game, View, new_game
from engine.game import BridgetteView, DrawBridgeView, OptionValue
from tests.engine.positions import asked

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "bridgette": ("bridgette", {"deals": 2}),
    "bridgette_aside": ("bridgette", {"deals": 2, "upcard": "aside"}),
    "drawbridge": ("drawbridge", {"target": 100}),
    "drawbridge_open": ("drawbridge", {"target": 50, "draw": "follow", "stock": "open"}),
    "callbridge": ("callbridge", {"target": 5}),
}
SEED = bytes(range(32))


def playthrough(name: str) -> str:
    """The text of a playthrough."""
    kind, options = GAMES[name]
    game = new_game(kind, seed=SEED, options=options)
    lines = [
        f"game {kind}",
        f"seed {SEED.hex()}",
        f"commitment {game.commitment}",
        "options " + " ".join(f"{key}={value}" for key, value in game.options.items()),
    ]
    deal = finished = 0
    while game.to_act:
        view = game.view(None)
        if view.deal != deal:
            deal = view.deal
            lines += ["", *_beginning(game, view)]
        lines += _step(game)
        results = game.view(None).deals
        for result in results[finished:]:
            won = " ".join(map(str, result.tricks_won))
            parts = " ".join(
                f"seat {score.seat}: ("
                + " + ".join(f"{part.name} {part.points}" for part in score.parts)
                + f") x {score.factor} = {score.points};"
                for score in result.scores
            )
            lines += [f"tricks {won}", f"score {parts}", f"totals {result.totals}"]
        finished = len(results)
    outcome = game.outcome
    lines += ["", f"outcome {outcome.winners} {outcome.reason}" if outcome else "open", ""]
    return "\n".join(lines)


def _beginning(game: Game, view: View) -> list[str]:
    lines = [f"deal {view.deal} (number {view.number}), dealer {view.dealer}"]
    if isinstance(view, BridgetteView):
        lines.append(f"up-card {view.up_card}, stock {view.stock_size}")
    if isinstance(view, DrawBridgeView):
        lines.append(f"stock {view.stock_size}, top {view.stock_top}")
    hands = [" ".join(map(str, game.view(seat).hand)) for seat in range(game.seats)]
    return [*lines, *(f"hand {seat}: {hand}" for seat, hand in enumerate(hands))]


def _step(game: Game) -> list[str]:
    seat = game.to_act[-1]
    decision = asked(game, seat)
    number = len(game.actions)
    if decision.kind == "discard":
        action = Discard(decision.cards[-decision.count :])
        question = f"{decision.count} of {len(decision.cards)}"
    else:
        few = decision.choices[:3] if decision.kind in ("bid", "call") else decision.choices
        action = few[(7 * number + 3) % len(few)]
        question = " ".join(map(str, decision.choices))
    game.apply(seat, action)
    return [f"{seat} {decision.kind} [{question}] -> {action}"]


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name))


if __name__ == "__main__":
    main()

"""Seed -> order of the pack, first dealer, commitment (rules, "Shuffle and first dealer").

The only source of chance.  All of it can be checked by anyone once the seed is known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.cards import PACK_WITH_COLONS, Card

if TYPE_CHECKING:
    _sha256: Callable[[bytes], hashlib._Hash]  # pyright: ignore[reportPrivateUsage]
else:
    try:
        # The interpreter's own SHA-256 copies its state faster than OpenSSL's behind hashlib.
        from _sha256 import sha256 as _sha256
    except ImportError:
        from hashlib import sha256 as _sha256

_BLOCK: Final = 64  # bytes in a block of SHA-256
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_ASCII: Final = tuple(card.text.encode() for card in PACK_WITH_COLONS)


def _keyed(seed: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:  # pyright: ignore[reportPrivateUsage]
    """The inner and the outer hash of HMAC-SHA256, keyed with a seed of at most 64 bytes."""
    key = seed.ljust(_BLOCK, b"\0")
    return _sha256(key.translate(_INNER)), _sha256(key.translate(_OUTER))


def order(seed: bytes, deal: int, pack: tuple[Card, ...]) -> tuple[Card, ...]:
    """The pack in the order of this deal (from 1), the top card first.

    Sorted by HMAC-SHA256 with the seed as the key and ``<deal>/<card>`` as
    the message.  The key and the part of the message that all cards share are hashed once
    (RFC 2104, section 4), which is what makes this several times faster than ``hmac``.
    """
    inner, outer = _keyed(seed)
    inner.update(b"%d/" % deal)
    copy_inner, copy_outer = inner.copy, outer.copy
    by_digest: dict[bytes, Card] = {}
    for card in pack:
        inside = copy_inner()
        inside.update(_ASCII[card.index])
        outside = copy_outer()
        outside.update(inside.digest())
        by_digest[outside.digest()] = card
    return tuple([by_digest[digest] for digest in sorted(by_digest)])


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat that deals first in a game of ``seats`` players."""
    inner, outer = _keyed(seed)
    inner.update(b"dealer")
    outer.update(inner.digest())
    return int.from_bytes(outer.digest()[:8]) % seats


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hex, published before the first card is seen."""
    return hashlib.sha256(seed).hexdigest()

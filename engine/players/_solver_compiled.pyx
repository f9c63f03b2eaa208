# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, auto_pickle=False
"""The searches of ``solver_plain`` and ``solver_colons``, typed, to be compiled (docs/solver.md).

These look at the same positions in the same order as those do, give the same answers, remember the
same and count the same work; a test holds them to it.  What suits look like and what
may be played in them is not written twice: it is asked of the tables in Python, once for each suit
seen.  What is here: the loops, the bounds, and tables whose entries are numbers of the machine.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from engine.players.solver_colon_shapes import ColonTables
from engine.players.solver_colons import NEVER, TooFar

cdef uint64_t SHAPE_MASK = (1 << 14) - 1
cdef uint64_t MARKED_MASK = (1 << 22) - 1
cdef uint64_t POSITION_MASK = (<uint64_t>1 << 56) - 1
cdef uint64_t NODE_LOW_MASK = (<uint64_t>1 << 53) - 1
cdef uint64_t NODE_HIGH_MASK = (<uint64_t>1 << 44) - 1
cdef uint64_t FIELDS_MASK = (<uint64_t>1 << 55) - 1
cdef int NO_BAN = 4
cdef int NO_GROUP = 3
cdef int SMALL = 1 << 10
cdef int[8] COUNT = [0, 1, 1, 2, 1, 2, 2, 3]


# --- Tables ------------------------------------------------------------------------------------

cdef struct Slot:
    uint64_t low
    uint64_t high
    uint64_t value


cdef struct Table:
    # Open addressing; ``low`` of a key is never 0, which marks an empty slot.
    Slot *slots
    uint64_t size
    uint64_t used


cdef int table_init(Table *table) except -1:
    table.size = SMALL
    table.used = 0
    table.slots = <Slot *>calloc(SMALL, sizeof(Slot))
    if table.slots == NULL:
        raise MemoryError
    return 0


cdef inline Slot *table_slot(Table *table, uint64_t low, uint64_t high) noexcept nogil:
    """The slot of this key, or the empty one in which it belongs."""
    cdef uint64_t mask = table.size - 1
    cdef uint64_t hashed = (low ^ (high * <uint64_t>0xC2B2AE3D27D4EB4F)) * <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t at = (hashed ^ (hashed >> 29)) & mask
    while table.slots[at].low != 0 and (table.slots[at].low != low or table.slots[at].high != high):
        at = (at + 1) & mask
    return &table.slots[at]


cdef int table_put(Table *table, uint64_t low, uint64_t high, uint64_t value) except -1:
    cdef Slot *slot = table_slot(table, low, high)
    cdef Slot *old
    cdef uint64_t old_size, at
    if slot.low != 0:
        slot.value = value
        return 0
    if table.used * 2 >= table.size:
        old, old_size = table.slots, table.size
        table.slots = <Slot *>calloc(old_size * 4, sizeof(Slot))
        if table.slots == NULL:
            table.slots = old
            raise MemoryError
        table.size = old_size * 4
        for at in range(old_size):
            if old[at].low != 0:
                slot = table_slot(table, old[at].low, old[at].high)
                slot[0] = old[at]
        free(old)
        slot = table_slot(table, low, high)
    slot.low = low
    slot.high = high
    slot.value = value
    table.used += 1
    return 0


cdef int table_clear(Table *table) except -1:
    if table.size > 64 * SMALL:
        free(table.slots)
        table.slots = NULL
        return table_init(table)
    if table.used:
        memset(table.slots, 0, table.size * sizeof(Slot))
        table.used = 0
    return 0


# --- Without colons ----------------------------------------------------------------------------

# A position; or numbers to add to one and to its sums, that to the position as for suit 0.  Suits
# other than trumps are all alike, so that Python is asked about one of them for all.
cdef struct Change:
    uint64_t place
    uint64_t sums


cdef struct Record:
    int leads
    int solid
    Change void_lead
    Change discard
    Change[13] win
    Change[13] duck


cdef struct OpenLead:
    int score
    int others
    Change won
    Change ducked
    Change[3] other


cdef inline int compare(Change *one, Change *two) noexcept nogil:
    """As the positions compare in Python: the sums stand above the shapes."""
    if one.sums != two.sums:
        return -1 if one.sums < two.sums else 1
    if one.place != two.place:
        return -1 if one.place < two.place else 1
    return 0


cdef bint before(OpenLead *one, OpenLead *two) noexcept nogil:
    cdef int order, i
    if one.score != two.score:
        return one.score < two.score
    order = compare(&one.won, &two.won)
    if order:
        return order < 0
    order = compare(&one.ducked, &two.ducked)
    if order:
        return order < 0
    for i in range(min(one.others, two.others)):
        order = compare(&one.other[i], &two.other[i])
        if order:
            return order < 0
    return one.others < two.others


cdef class PlainSearch:
    """See ``solver_plain.PlainSearch``."""

    cdef readonly object suit_tables
    cdef readonly long long nodes
    cdef PlainSearch _no_trump
    cdef bint _trump
    cdef Table[2] _known
    cdef Record **_records  # by leader, whether the suit is trumps, and shape
    cdef uint64_t *_sums  # by whether the suit is trumps, and shape; and whether it is known
    cdef uint8_t *_summed

    def __cinit__(self, suit_tables, PlainSearch no_trump=None):
        self.suit_tables = suit_tables
        self._no_trump = no_trump
        self._trump = suit_tables.trump
        self.nodes = 0
        table_init(&self._known[0])
        table_init(&self._known[1])
        self._records = <Record **>calloc(4 << 14, sizeof(Record *))
        self._sums = <uint64_t *>calloc(2 << 14, sizeof(uint64_t))
        self._summed = <uint8_t *>calloc(2 << 14, sizeof(uint8_t))
        if self._records == NULL or self._sums == NULL or self._summed == NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int i
        free(self._known[0].slots)
        free(self._known[1].slots)
        if self._records != NULL:
            for i in range(4 << 14):
                free(self._records[i])
        free(self._records)
        free(self._sums)
        free(self._summed)

    @property
    def remembered(self):
        """How many positions are remembered."""
        return self._known[0].used + self._known[1].used

    def clear(self):
        """Forget all positions."""
        table_clear(&self._known[0])
        table_clear(&self._known[1])

    def tricks(self, shapes, int leader, int tricks, int at_least=0, int at_most=13):
        """How many of the tricks left the leader takes, or the nearer of the two limits."""
        cdef uint64_t place = 0
        cdef int suit, bounds, low, high, want
        cdef Change position
        if self._no_trump is not None and shapes[0] == 1:
            return self._no_trump.tricks(shapes, leader, tricks, at_least, at_most)
        for suit in range(4):
            place |= <uint64_t>shapes[suit] << 14 * suit
        self.position(place, &position)
        bounds = self.bound(&position, leader, tricks)
        low = min(max(bounds >> 4, at_least), at_most)
        high = max(min(bounds & 15, at_most), at_least)
        want = (low + high + 1) >> 1
        while low < high:
            if self.reaches(&position, leader, tricks, want):
                low = want
                want += 1
            else:
                high = want - 1
                want -= 1
        return low

    cdef int position(self, uint64_t place, Change *result) except -1:
        """The position of four shapes."""
        cdef uint64_t sums = 0
        cdef int suit, at
        for suit in range(4):
            at = (0 if self._trump and suit == 0 else 1 << 14) | <int>(place >> 14 * suit & SHAPE_MASK)
            if not self._summed[at]:
                self._sums[at] = self.suit_tables.part(at >> 14, at & <int>SHAPE_MASK) >> 56
                self._summed[at] = 1
            sums += self._sums[at]
        result.place = place
        result.sums = sums
        return 0

    cdef Record *record(self, int leader, int suit, uint64_t shape) except NULL:
        cdef int kind = 0 if self._trump and suit == 0 else 1
        cdef int at = (leader << 1 | kind) << 14 | <int>shape
        if self._records[at] == NULL:
            self._records[at] = self.make_record(leader, kind, shape)
        return self._records[at]

    cdef Record *make_record(self, int leader, int suit, uint64_t shape) except NULL:
        cdef Record *record
        here = self.suit_tables.part(suit, shape)
        leads, void_lead, discard, solid = self.suit_tables.records[leader][suit][shape]
        record = <Record *>calloc(1, sizeof(Record))
        if record == NULL:
            raise MemoryError
        record.leads = len(leads)
        record.solid = solid
        record.void_lead = change(here, void_lead, suit)
        record.discard = change(here, discard, suit)
        for i, (win, duck) in enumerate(leads):
            record.win[<int>i] = change(here, win, suit)
            record.duck[<int>i] = change(here, duck, suit)
        return record

    cdef inline int unsearched(self, Change *position, int leader, int tricks) noexcept:
        """The bounds of ``solver_shapes.Bounds``."""
        cdef int key, quick, theirs, guarded, exposed, lost, low, private, shared
        if not self._trump:
            if leader == 0:
                key = <int>(position.sums & 32767)
                exposed, guarded = key & 15, key >> 4 & 7
                quick, theirs = key >> 7 & 15, key >> 11 & 15
            else:
                key = <int>(position.sums >> 7 & 32767)
                theirs, quick = key & 15, key >> 4 & 15
                guarded, exposed = key >> 8 & 7, key >> 11 & 15
            if quick >= tricks:
                return tricks * 17
            lost = min(theirs, tricks - quick - guarded)
            if exposed == 0:
                lost += 1
            return quick << 4 | (tricks - lost)
        if leader == 0:
            key = <int>(position.sums & 4194303)
            private, shared, theirs = key & 4095, key >> 12 & 31, key >> 17 & 31
        else:
            key = <int>(position.sums >> 12 & 4194303)
            private, shared, theirs = key >> 10 & 4095, key >> 5 & 31, key & 31
        low = shared & 15
        quick = private & 15
        if not private >> 4 & 1 and quick > low:
            low = quick
        if low >= tricks:
            return tricks * 17
        if theirs >> 4:
            lost = theirs & 15
        elif quick >= tricks:
            lost = 0
        else:
            lost = min(theirs & 15, tricks - quick - (private >> 5 & 7))
            if not private >> 8:
                lost += 1
        return low << 4 | (tricks - lost)

    cdef inline int bound(self, Change *position, int leader, int tricks) noexcept:
        cdef Slot *slot = table_slot(&self._known[leader], position.place, 0)
        if slot.low != 0:
            return <int>slot.value
        return self.unsearched(position, leader, tricks)

    cdef int reaches(self, Change *position, int leader, int tricks, int want) except -1:
        cdef Slot *slot
        cdef Record *records[4]
        cdef Record *record
        cdef Record *reply
        cdef OpenLead[13] opened
        cdef OpenLead lead
        cdef Change child, led
        cdef int value, score, i, j, suit, other, count = 0
        cdef int first_suit = 0, last_suit = 4, first_discard = 0, last_discard = 4
        cdef int follower = 1 - leader, left = tricks - 1, rest = want - 1, theirs = tricks - want
        cdef bint ruff = False, refuted
        if self._no_trump is not None and position.place & SHAPE_MASK == 1:
            return self.without_trumps(position, leader, tricks, want)
        slot = table_slot(&self._known[leader], position.place, 0)
        if slot.low != 0:
            value = <int>slot.value
            if value >> 4 >= want:
                return True
            if value & 15 < want:
                return False
        self.nodes += 1
        for suit in range(4):
            records[suit] = self.record(leader, suit, position.place >> 14 * suit & SHAPE_MASK)
        if self._trump:
            ruff = records[0].discard.place != 0
        if not ruff and not (self._trump and records[0].leads):
            for suit in range(4):
                if records[suit].solid:
                    if last_suit == 4 and first_suit == 0:
                        first_suit, last_suit = suit, suit + 1
                    if records[suit].discard.place:
                        first_discard, last_discard = suit, suit + 1
        for suit in range(first_suit, last_suit):
            record = records[suit]
            for i in range(record.leads):
                lead.score = 0
                lead.others = 0
                lead.won.place = lead.won.sums = lead.ducked.place = lead.ducked.sums = 0
                if record.win[i].place:
                    child.place = position.place + (record.win[i].place << 14 * suit)
                    child.sums = position.sums + record.win[i].sums
                    value = self.bound(&child, follower, left)
                    if value >> 4 >= theirs:
                        continue
                    if value & 15 >= theirs:
                        lead.won = child
                        lead.score = (value >> 4) + 4 * (value & 15) - 5 * theirs
                if record.duck[i].place:
                    child.place = position.place + (record.duck[i].place << 14 * suit)
                    child.sums = position.sums + record.duck[i].sums
                    value = self.bound(&child, leader, left)
                    if value & 15 < rest:
                        continue
                    if value >> 4 < rest:
                        lead.ducked = child
                        score = 5 * rest - (value >> 4) - 4 * (value & 15)
                        if score > lead.score:
                            lead.score = score
                if not (lead.won.place or lead.ducked.place):
                    self.remember(position, leader, tricks, want, True)
                    return True
                if lead.won.place and lead.ducked.place:
                    lead.score += 2
                opened[count] = lead
                count += 1
            if record.void_lead.place:
                lead.score = 0
                lead.others = 0
                lead.won.place = lead.won.sums = lead.ducked.place = lead.ducked.sums = 0
                led.place = position.place + (record.void_lead.place << 14 * suit)
                led.sums = position.sums + record.void_lead.sums
                refuted = False
                for other in range(first_discard, last_discard):
                    reply = records[other]
                    if not reply.discard.place:
                        continue
                    child.place = led.place + (reply.discard.place << 14 * other)
                    child.sums = led.sums + reply.discard.sums
                    if ruff and other == 0:
                        value = self.bound(&child, follower, left)
                        if value >> 4 >= theirs:
                            refuted = True
                            break
                        if value & 15 >= theirs:
                            lead.won = child
                            score = (value >> 4) + 4 * (value & 15) - 5 * theirs
                            if score > lead.score:
                                lead.score = score
                    else:
                        value = self.bound(&child, leader, left)
                        if value & 15 < rest:
                            refuted = True
                            break
                        if value >> 4 < rest:
                            lead.other[lead.others] = child
                            lead.others += 1
                            score = 5 * rest - (value >> 4) - 4 * (value & 15)
                            if score > lead.score:
                                lead.score = score
                if refuted:
                    continue
                if not (lead.won.place or lead.others):
                    self.remember(position, leader, tricks, want, True)
                    return True
                lead.score += 2 * lead.others
                opened[count] = lead
                count += 1
        for i in range(1, count):
            lead = opened[i]
            j = i
            while j and before(&lead, &opened[j - 1]):
                opened[j] = opened[j - 1]
                j -= 1
            opened[j] = lead
        for i in range(count):
            if opened[i].won.place and self.reaches(&opened[i].won, follower, left, theirs):
                continue
            if opened[i].ducked.place and not self.reaches(&opened[i].ducked, leader, left, rest):
                continue
            refuted = False
            for j in range(opened[i].others):
                if not self.reaches(&opened[i].other[j], leader, left, rest):
                    refuted = True
                    break
            if not refuted:
                self.remember(position, leader, tricks, want, True)
                return True
        self.remember(position, leader, tricks, want, False)
        return False

    cdef int remember(
        self, Change *position, int leader, int tricks, int want, bint reached
    ) except -1:
        cdef int bounds = self.bound(position, leader, tricks)
        bounds = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        return table_put(&self._known[leader], position.place, 0, bounds)

    cdef int without_trumps(self, Change *position, int leader, int tricks, int want) except -1:
        cdef PlainSearch search = self._no_trump
        cdef Change inner
        cdef int bounds, reached
        search.position(position.place, &inner)
        bounds = search.bound(&inner, leader, tricks)
        if bounds >> 4 >= want:
            reached = True
        elif bounds & 15 < want:
            reached = False
        else:
            reached = search.reaches(&inner, leader, tricks, want)
        self.remember(position, leader, tricks, want, reached)
        return reached


cdef Change change(here, added, int suit):
    cdef Change result
    before, after = here, here + added
    result.place = <uint64_t>(after & POSITION_MASK) - <uint64_t>(before & POSITION_MASK)
    result.place = <uint64_t>(<int64_t>result.place >> 14 * suit)
    result.sums = <uint64_t>(after >> 56) - <uint64_t>(before >> 56)
    return result


# --- With colons -------------------------------------------------------------------------------

# A node is too long for one number: ban, colons and two suits, two suits, and the sums of both
# players.  Each part is added to by itself.
cdef struct Node:
    uint64_t low
    uint64_t high
    uint64_t[2] sums


# What to add to a node in one suit; like ``Change``.
cdef struct Step:
    uint64_t place
    uint64_t[2] sums


cdef struct ColonLead:
    Step added
    int group
    int own
    Step matched
    int wins
    int losses
    Step[13] replies  # those that win first


cdef struct SuitLeads:
    int count
    ColonLead *leads


cdef struct Replies:
    int wins
    int losses
    Step[13] replies  # those that win first


cdef struct Undecided:
    int score
    bint wins
    Node child


cdef struct OpenColonLead:
    int score
    int first
    int count


cdef inline Node plus(Node *node, Step *step, int suit) noexcept nogil:
    cdef Node result
    result.low = node.low
    result.high = node.high
    if suit < 2:
        result.low += step.place << 9 + 22 * suit
    else:
        result.high += step.place << 22 * (suit - 2)
    result.sums[0] = node.sums[0] + step.sums[0]
    result.sums[1] = node.sums[1] + step.sums[1]
    return result


cdef Node split(node):
    cdef Node result
    result.low = <uint64_t>(node & NODE_LOW_MASK)
    result.high = <uint64_t>(node >> 53 & NODE_HIGH_MASK)
    result.sums[0] = <uint64_t>(node >> 97 & FIELDS_MASK)
    result.sums[1] = <uint64_t>(node >> 152)
    return result


cdef Step difference(before, added, int suit):
    """The step of a suit (0 or 1) to which ``added`` belongs."""
    cdef Node old = split(before), new = split(before + added)
    cdef Step result
    result.place = <uint64_t>(<int64_t>(new.low - old.low) >> 9 + 22 * suit)
    result.sums[0] = new.sums[0] - old.sums[0]
    result.sums[1] = new.sums[1] - old.sums[1]
    return result


cdef inline bint sooner(Undecided *one, Undecided *two) noexcept nogil:
    """As the tuples compare in Python."""
    if one.score != two.score:
        return one.score < two.score
    if one.wins != two.wins:
        return two.wins
    if one.child.sums[1] != two.child.sums[1]:
        return one.child.sums[1] < two.child.sums[1]
    if one.child.sums[0] != two.child.sums[0]:
        return one.child.sums[0] < two.child.sums[0]
    if one.child.high != two.child.high:
        return one.child.high < two.child.high
    return one.child.low < two.child.low


cdef inline int matching(int colons, int suits) noexcept nogil:
    return (
        (1 if colons & 1 and suits & 7 else 0)
        + (1 if colons & 2 and suits & 56 else 0)
        + (1 if colons & 4 and suits & 448 else 0)
    )


cdef inline int despite_bans(int winners, int suits, int colons) noexcept nogil:
    return winners if suits > colons else min(winners, suits)


cdef inline int from_entry(int winners, int suits, int colons, bint opened) noexcept nogil:
    if opened and colons and winners:
        return 1 + despite_bans(winners - 1, suits - 1, colons)
    return despite_bans(winners, suits, colons)


cdef int bounds_of(Node *node, int leader, int tricks, uint64_t banned, int ban) noexcept nogil:
    """See ``solver_colon_shapes.bounds_of``."""
    cdef uint64_t own = node.sums[leader], other = node.sums[1 - leader], unbanned = own - banned
    cdef int mine = <int>(node.low >> (3 if leader else 6) & 7)
    cdef int theirs = <int>(node.low >> (6 if leader else 3) & 7)
    cdef int held = COUNT[theirs], trumps = <int>(own >> 20 & 15), low = <int>(own >> 16 & 15)
    cdef int undrawn = <int>(own >> 33 & 1)
    cdef int alone, winners, evading, their_sure, quick, stuck, room, exposed, gain, suits
    if ban == 0:
        undrawn = 1
    evading = matching(theirs, <int>(unbanned >> 34 & 511))
    if other >> 20 & 15:
        low += despite_bans(<int>(unbanned >> 12 & 15), <int>(unbanned >> 27 & 7), evading)
        if not held and not undrawn:
            low = max(low, trumps + <int>(unbanned & 15))
    else:
        alone = COUNT[mine] - matching(mine, <int>(other >> 43 & 511))
        winners = <int>(unbanned >> (4 if evading else 0) & 15) + alone
        low += despite_bans(winners, <int>(unbanned >> 24 & 7) + alone, evading)
    low = min(low, tricks)
    evading = matching(mine, <int>(other >> 34 & 511))
    their_sure = <int>(other >> 16 & 15)
    if their_sure:
        gain = from_entry(<int>(other >> 12 & 15), <int>(other >> 27 & 7), evading, True)
        return low << 4 | (tricks - their_sure - gain)
    quick = <int>(own & 15) + trumps + COUNT[mine]
    stuck = held - matching(theirs, <int>(own >> 34 & 511))
    room = tricks - quick - <int>(own >> 30 & 7) - stuck
    if quick >= tricks or room < <int>(own >> 52 & 7):
        return low << 4 | tricks
    exposed = <int>(own >> 8 & 15)
    if trumps:
        gain, suits = <int>(other >> 12 & 15), <int>(other >> 27 & 7)
    else:
        alone = held - matching(theirs, <int>(own >> 43 & 511))
        room += alone
        gain = <int>(other >> (4 if evading else 0) & 15) + alone
        suits = <int>(other >> 24 & 7) + alone
    if room >= gain:
        gain = from_entry(gain, suits, evading, exposed > 0)
    elif evading:
        gain = min(room, 1)
    else:
        gain = room
    return low << 4 | (tricks - gain - (1 if exposed == 0 else 0))


cdef class ColonSearch:
    """See ``solver_colons.ColonSearch``."""

    cdef public object stop
    cdef readonly long long nodes
    cdef PlainSearch _plain
    cdef bint _trump
    cdef object _tables
    cdef long long _stop
    cdef Table[2] _known
    cdef Table _leads
    cdef Table _replies
    cdef Table _parts

    def __cinit__(self, PlainSearch plain):
        self._plain = plain
        self._trump = plain._trump
        self._tables = ColonTables(trump=plain._trump)
        self.nodes = 0
        self.stop = NEVER
        table_init(&self._known[0])
        table_init(&self._known[1])
        table_init(&self._leads)
        table_init(&self._replies)
        table_init(&self._parts)

    def __dealloc__(self):
        cdef uint64_t at
        for at in range(self._leads.size if self._leads.slots != NULL else 0):
            if self._leads.slots[at].low:
                free((<SuitLeads *>self._leads.slots[at].value).leads)
                free(<void *>self._leads.slots[at].value)
        for at in range(self._replies.size if self._replies.slots != NULL else 0):
            if self._replies.slots[at].low:
                free(<void *>self._replies.slots[at].value)
        for at in range(self._parts.size if self._parts.slots != NULL else 0):
            if self._parts.slots[at].low:
                free(<void *>self._parts.slots[at].value)
        free(self._known[0].slots)
        free(self._known[1].slots)
        free(self._leads.slots)
        free(self._replies.slots)
        free(self._parts.slots)

    @property
    def remembered(self):
        """How many positions are remembered."""
        return self._known[0].used + self._known[1].used

    def clear(self):
        """Forget all positions."""
        table_clear(&self._known[0])
        table_clear(&self._known[1])

    def node(self, marked, colons, int ban):
        """The node made of four marked shapes, the colons of each player, and a ban."""
        node = colons[0] << 6 | colons[1] << 3 | ban
        for suit in range(4):
            node += self._tables.part(suit, marked[suit])
        return node

    def tricks(self, node, int leader, int tricks, int at_least=0, int at_most=13):
        """How many of the tricks left the leader takes, or the nearer of the two limits."""
        cdef Node here = split(node)
        cdef int bounds = self.bound(&here, leader, tricks), low, high, want
        self._stop = self.stop
        low = min(max(bounds >> 4, at_least), at_most)
        high = max(min(bounds & 15, at_most), at_least)
        want = (low + high + 1) >> 1
        while low < high:
            if self.reaches(&here, leader, tricks, want):
                low = want
                want += 1
            else:
                high = want - 1
                want -= 1
        return low

    cdef int bound(self, Node *node, int leader, int tricks) except -1:
        """Bounds of a node, which is known from then on."""
        cdef Slot *slot = table_slot(&self._known[leader], node.low, node.high)
        cdef Change position
        cdef int bounds, ban
        cdef uint64_t banned = 0
        if slot.low != 0:
            return <int>slot.value
        ban = <int>(node.low & 7)
        if node.low & 511 == <uint64_t>NO_BAN:
            self.plain_position(node, &position)
            bounds = self._plain.bound(&position, leader, tricks)
        else:
            if ban != NO_BAN:
                banned = self.part(ban, marked_of(node, ban), -1).sums[leader]
            bounds = bounds_of(node, leader, tricks, banned, ban)
        table_put(&self._known[leader], node.low, node.high, bounds)
        return bounds

    cdef int plain_position(self, Node *node, Change *result) except -1:
        cdef uint64_t place = 0
        cdef int suit
        for suit in range(4):
            place |= (marked_of(node, suit) & SHAPE_MASK) << 14 * suit
        return self._plain.position(place, result)

    cdef int reaches(self, Node *node, int leader, int tricks, int want) except -1:
        cdef Slot *slot = table_slot(&self._known[leader], node.low, node.high)
        cdef int bounds = <int>slot.value, reached
        cdef Change position
        if bounds >> 4 >= want:
            return True
        if bounds & 15 < want:
            return False
        if node.low & 511 == <uint64_t>NO_BAN:
            self.plain_position(node, &position)
            reached = self._plain.reaches(&position, leader, tricks, want)
        else:
            self.nodes += 1
            if self.nodes > self._stop:
                raise TooFar
            reached = self.search(node, leader, tricks, want)
        bounds = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        table_put(&self._known[leader], node.low, node.high, bounds)
        return reached

    cdef int search(self, Node *node, int leader, int tricks, int want) except -1:
        cdef Undecided[256] undecided
        cdef OpenColonLead[16] opened
        cdef Node[16] won
        cdef Node[16] lost
        cdef Node[3] matched
        cdef Node unbanned = node[0], child, led
        cdef OpenColonLead lead
        cdef ColonLead *card
        cdef SuitLeads *leads
        cdef Replies *replies
        cdef int follower = 1 - leader
        cdef int ban = <int>(node.low & 7)
        cdef int mine = <int>(node.low >> (3 if leader else 6) & 7)
        cdef int theirs = <int>(node.low >> (6 if leader else 3) & 7)
        cdef int both = <int>(node.low >> 3 & 63)
        cdef int colon, suit, other, i, j, wins, losses, filled = 0, count = 0, tried
        unbanned.low += NO_BAN - ban
        for colon in range(3):
            if mine >> colon & 1:
                led = self.without(&unbanned, leader, colon)
                wins = losses = 0
                for suit in range(4):
                    replies = self.replies(suit, marked_of(&unbanned, suit), follower, both, colon)
                    for i in range(replies.wins):
                        won[wins] = plus(&led, &replies.replies[i], suit)
                        wins += 1
                    for i in range(replies.wins, replies.wins + replies.losses):
                        lost[losses] = plus(&led, &replies.replies[i], suit)
                        losses += 1
                for other in range(3):
                    if theirs >> other & 1:
                        lost[losses] = self.without(&led, follower, other)
                        losses += 1
                tried = self.try_lead(
                    won, wins, lost, losses, leader, tricks, want, undecided, &filled, &opened[count]
                )
                if tried < 0:
                    return True
                count += tried
                if not wins and ban == NO_BAN and not theirs and mine == 1 << colon:
                    break
        else:
            for colon in range(3):
                if theirs >> colon & 1:
                    matched[colon] = self.without(&unbanned, follower, colon)
                    matched[colon].low -= NO_BAN
            for suit in range(4):
                if suit == ban:
                    continue
                leads = self.leads(suit, marked_of(node, suit), leader, mine, theirs)
                for j in range(leads.count):
                    card = &leads.leads[j]
                    wins = losses = 0
                    for i in range(card.wins):
                        won[wins] = plus(&unbanned, &card.replies[i], suit)
                        wins += 1
                    for i in range(card.wins, card.wins + card.losses):
                        lost[losses] = plus(&unbanned, &card.replies[i], suit)
                        losses += 1
                    if not (wins or losses):
                        led = plus(&unbanned, &card.added, suit)
                        for other in range(4):
                            if other == suit:
                                continue
                            replies = self.replies(
                                other, marked_of(node, other), follower, both, NO_GROUP
                            )
                            for i in range(replies.wins):
                                won[wins] = plus(&led, &replies.replies[i], other)
                                wins += 1
                            for i in range(replies.wins, replies.wins + replies.losses):
                                lost[losses] = plus(&led, &replies.replies[i], other)
                                losses += 1
                        if not (wins or losses or theirs >> card.group & 1):
                            for other in range(3):
                                if theirs >> other & 1:
                                    lost[losses] = self.without(&led, follower, other)
                                    losses += 1
                    if theirs >> card.group & 1:
                        lost[losses] = plus(&matched[card.group], &card.matched, suit)
                        lost[losses].low += suit if 0 < card.own < tricks - 1 else NO_BAN
                        losses += 1
                    tried = self.try_lead(
                        won, wins, lost, losses, leader, tricks, want, undecided, &filled,
                        &opened[count],
                    )
                    if tried < 0:
                        return True
                    count += tried
        for i in range(1, count):
            lead = opened[i]
            j = i
            while j and lead.score < opened[j - 1].score:
                opened[j] = opened[j - 1]
                j -= 1
            opened[j] = lead
        for i in range(count):
            for j in range(opened[i].first, opened[i].first + opened[i].count):
                if undecided[j].wins:
                    if self.reaches(&undecided[j].child, follower, tricks - 1, tricks - want):
                        break
                elif not self.reaches(&undecided[j].child, leader, tricks - 1, want - 1):
                    break
            else:
                return True
        return False

    cdef int try_lead(
        self, Node *won, int wins, Node *lost, int losses, int leader, int tricks, int want,
        Undecided *undecided, int *filled, OpenColonLead *opened,
    ) except? -2:
        """What is known of the replies: -1 if the lead is good enough, 0 if it is refuted, 1 if
        it is open; then what is undecided is added and ``opened`` describes it."""
        cdef int follower = 1 - leader, left = tricks - 1, rest = want - 1, theirs = tricks - want
        cdef int i, j, bounds, first = filled[0], count = 0
        cdef Undecided entry
        for i in range(wins):
            bounds = self.bound(&won[i], follower, left)
            if bounds >> 4 >= theirs:
                return 0
            if bounds & 15 >= theirs:
                undecided[first + count].score = 4 * theirs - (bounds >> 4) - 3 * (bounds & 15)
                undecided[first + count].wins = True
                undecided[first + count].child = won[i]
                count += 1
        for i in range(losses):
            bounds = self.bound(&lost[i], leader, left)
            if bounds & 15 < rest:
                return 0
            if bounds >> 4 < rest:
                undecided[first + count].score = (bounds >> 4) + 3 * (bounds & 15) - 4 * rest
                undecided[first + count].wins = False
                undecided[first + count].child = lost[i]
                count += 1
        if not count:
            return -1
        for i in range(first + 1, first + count):
            entry = undecided[i]
            j = i
            while j > first and sooner(&entry, &undecided[j - 1]):
                undecided[j] = undecided[j - 1]
                j -= 1
            undecided[j] = entry
        opened.score = count - undecided[first].score
        opened.first = first
        opened.count = count
        filled[0] = first + count
        return 1

    cdef SuitLeads *leads(
        self, int suit, uint64_t marked, int leader, int mine, int theirs
    ) except NULL:
        cdef int kind = 0 if self._trump and suit == 0 else 1
        cdef uint64_t key = (
            marked | <uint64_t>kind << 22 | <uint64_t>leader << 24
            | <uint64_t>mine << 25 | <uint64_t>theirs << 28
        )
        cdef Slot *slot = table_slot(&self._leads, key, 0)
        cdef SuitLeads *result
        cdef ColonLead *card
        if slot.low != 0:
            return <SuitLeads *>slot.value
        found = self._tables.leads(kind, marked, leader, mine, theirs)
        here = self._tables.part(kind, marked)
        colons = (mine, theirs) if leader == 0 else (theirs, mine)
        result = <SuitLeads *>calloc(1, sizeof(SuitLeads))
        if result == NULL:
            raise MemoryError
        result.count = len(found)
        result.leads = <ColonLead *>calloc(max(1, result.count), sizeof(ColonLead))
        if result.leads == NULL:
            free(result)
            raise MemoryError
        for at, (added, group, match, own, win, lose) in enumerate(found):
            card = &result.leads[<int>at]
            card.added = difference(here, added, kind)
            card.group = group
            card.own = own
            if theirs >> card.group & 1:
                after = list(colons)
                after[1 - leader] &= ~(1 << group)
                again = self._tables.part_again(kind, marked, tuple(after))
                card.matched = difference(again, match, kind)
            card.wins = len(win)
            card.losses = len(lose)
            for i, reply in enumerate(win + lose):
                card.replies[<int>i] = difference(here, reply, kind)
        table_put(&self._leads, key, 0, <uint64_t>result)
        return result

    cdef Replies *replies(
        self, int suit, uint64_t marked, int player, int both, int led
    ) except NULL:
        cdef int kind = 0 if self._trump and suit == 0 else 1
        cdef uint64_t key = (
            marked | <uint64_t>kind << 22 | <uint64_t>player << 24
            | <uint64_t>both << 25 | <uint64_t>led << 31
        )
        cdef Slot *slot = table_slot(&self._replies, key, 0)
        cdef Replies *result
        if slot.low != 0:
            return <Replies *>slot.value
        colons = (both >> 3, both & 7)
        win, lose = self._tables.replies(kind, marked, player, colons, led)
        after = list(colons)
        if led != NO_GROUP:
            after[1 - player] &= ~(1 << led)
        here = self._tables.part_again(kind, marked, tuple(after))
        result = <Replies *>calloc(1, sizeof(Replies))
        if result == NULL:
            raise MemoryError
        result.wins = len(win)
        result.losses = len(lose)
        for i, reply in enumerate(win + lose):
            result.replies[<int>i] = difference(here, reply, kind)
        table_put(&self._replies, key, 0, <uint64_t>result)
        return result

    cdef Step *part(self, int suit, uint64_t marked, int both) except NULL:
        """What a suit adds to a node, as it is (-1) or when only these colons are still out."""
        cdef int kind = 0 if self._trump and suit == 0 else 1
        cdef uint64_t key = marked | <uint64_t>kind << 22 | <uint64_t>(both + 1) << 24
        cdef Slot *slot = table_slot(&self._parts, key, 0)
        cdef Step *result
        if slot.low != 0:
            return <Step *>slot.value
        if both < 0:
            found = self._tables.part(kind, marked)
        else:
            found = self._tables.part_again(kind, marked, (both >> 3, both & 7))
        result = <Step *>malloc(sizeof(Step))
        if result == NULL:
            raise MemoryError
        result[0] = difference(0, found, kind)
        table_put(&self._parts, key, 0, <uint64_t>result)
        return result

    cdef int _without(self, Node *node, int player, int colon, Node *result) except -1:
        cdef uint64_t low = (node.low & 511) - (<uint64_t>1 << (3 if player else 6) + colon)
        cdef int suit
        cdef Step *part
        result.low = low
        result.high = result.sums[0] = result.sums[1] = 0
        for suit in range(4):
            part = self.part(suit, marked_of(node, suit), <int>(low >> 3))
            result[0] = plus(result, part, suit)
        return 0

    cdef Node without(self, Node *node, int player, int colon) except *:
        """The node after a player's colon is gone."""
        cdef Node result
        self._without(node, player, colon, &result)
        return result


cdef inline uint64_t marked_of(Node *node, int suit) noexcept nogil:
    if suit < 2:
        return node.low >> 9 + 22 * suit & MARKED_MASK
    return node.high >> 22 * (suit - 2) & MARKED_MASK

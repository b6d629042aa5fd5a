public import HeapModule

/// The entries to come, ordered by instant and then by the order in which they were scheduled.
///
/// Nothing else decides what happens next. The agenda is a value: a copy of it is part of a snapshot of the world.
public struct Agenda<Entry> {
    /// Names one scheduled entry; never used again, so that a late cancellation cannot hit a stranger.
    public struct Ticket: Hashable, Sendable {
        @usableFromInline let order: UInt64
        @usableFromInline let slot: Int

        @inlinable init(order: UInt64, slot: Int) {
            self.order = order
            self.slot = slot
        }
    }

    /// The place of an entry while it waits.
    ///
    /// The order of one that was handed out or canceled belongs to none.
    @usableFromInline struct Slot {
        @usableFromInline var order: UInt64
        @usableFromInline var entry: Entry?

        @inlinable init(order: UInt64, entry: Entry?) {
            self.order = order
            self.entry = entry
        }
    }

    // All of it is inlinable: compiled for its entries, an agenda is three times as fast.
    // Entries stay where they are and only their places move up and down the heap: entries can be big.
    @usableFromInline var heap = Heap<Place>()
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var freeSlots: [Int] = []
    @usableFromInline var nextOrder: UInt64 = 0

    /// An agenda with nothing on it.
    @inlinable public init() {}

    /// True if nothing is to come.
    @inlinable public var isEmpty: Bool { waiting == 0 }

    /// The number of entries to come.
    @inlinable public var count: Int { waiting }
    @usableFromInline var waiting = 0

    /// Puts `entry` on the agenda at `instant`, behind whatever was put there before.
    @discardableResult
    @inlinable public mutating func schedule(_ entry: Entry, at instant: Instant) -> Ticket {
        let order = nextOrder
        nextOrder += 1
        waiting += 1
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            slots[slot].order = order
            slots[slot].entry = entry
        } else {
            slot = slots.count
            slots.append(Slot(order: order, entry: entry))
        }
        heap.insert(Place(instant: instant, order: order, slot: slot))
        return Ticket(order: order, slot: slot)
    }

    /// Takes the entry of `ticket` off the agenda; does nothing if it has been handed out or cancelled.
    @inlinable public mutating func cancel(_ ticket: Ticket) {
        guard slots.indices.contains(ticket.slot), slots[ticket.slot].order == ticket.order else { return }
        _ = take(ticket.slot)
        // Taking one place out of the middle costs a full rebuild, so it waits until most of the places are dead.
        if heap.count > 64, heap.count > 2 * waiting {
            heap = Heap(heap.unordered.filter { slots[$0.slot].order == $0.order })
        }
    }

    /// The instant of the next entry, or nil if nothing is to come.
    @inlinable public var nextInstant: Instant? {
        mutating get {
            dropCanceled()
            return heap.min?.instant
        }
    }

    /// Hands out the next entry with its instant, or nil if nothing is to come.
    @inlinable public mutating func popNext() -> (instant: Instant, entry: Entry)? {
        dropCanceled()
        guard let place = heap.popMin(), let entry = take(place.slot) else { return nil }
        return (place.instant, entry)
    }

    @inlinable mutating func take(_ slot: Int) -> Entry? {
        waiting -= 1
        slots[slot].order = .max
        freeSlots.append(slot)
        return slots[slot].entry.take()
    }

    /// Places of cancelled entries stay in the heap and are dropped where they come up.
    @inlinable mutating func dropCanceled() {
        while let first = heap.min, slots[first.slot].order != first.order {
            heap.removeMin()
        }
    }
}

extension Agenda: Sendable where Entry: Sendable {}
extension Agenda.Slot: Sendable where Entry: Sendable {}

/// The time at which an entry is due, and its place; the same for agendas of anything.
@usableFromInline struct Place: Comparable, Sendable {
    @usableFromInline let instant: Instant
    @usableFromInline let order: UInt64
    @usableFromInline let slot: Int

    @inlinable init(instant: Instant, order: UInt64, slot: Int) {
        self.instant = instant
        self.order = order
        self.slot = slot
    }

    @inlinable static func < (lhs: Place, rhs: Place) -> Bool {
        lhs.instant < rhs.instant || !(rhs.instant < lhs.instant) && lhs.order < rhs.order
    }
    @inlinable static func == (lhs: Place, rhs: Place) -> Bool { lhs.order == rhs.order }
}

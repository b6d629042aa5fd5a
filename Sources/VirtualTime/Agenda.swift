import HeapModule

/// The entries to come, ordered by instant and then by the order in which they were scheduled.
///
/// Nothing else decides what happens next. The agenda is a value: a copy of it is part of a snapshot of the world.
public struct Agenda<Entry> {
    /// Names one scheduled entry; never used again, so that a late cancellation cannot hit a stranger.
    public struct Ticket: Hashable, Sendable {
        fileprivate let order: UInt64
    }

    fileprivate struct Slot: Comparable {
        let instant: Instant
        let order: UInt64
        let entry: Entry

        static func < (lhs: Slot, rhs: Slot) -> Bool {
            lhs.instant != rhs.instant ? lhs.instant < rhs.instant : lhs.order < rhs.order
        }
        static func == (lhs: Slot, rhs: Slot) -> Bool { lhs.order == rhs.order }
    }

    private var heap = Heap<Slot>()
    private var pending: Set<UInt64> = []
    private var nextOrder: UInt64 = 0

    /// An agenda with nothing on it.
    public init() {}

    /// Whether nothing is to come.
    public var isEmpty: Bool { pending.isEmpty }

    /// How many entries are to come.
    public var count: Int { pending.count }

    /// Puts `entry` on the agenda at `instant`, behind whatever was put there before.
    @discardableResult
    public mutating func schedule(_ entry: Entry, at instant: Instant) -> Ticket {
        let order = nextOrder
        nextOrder += 1
        heap.insert(Slot(instant: instant, order: order, entry: entry))
        pending.insert(order)
        return Ticket(order: order)
    }

    /// Takes the entry of `ticket` off the agenda; does nothing if it has been handed out or cancelled.
    public mutating func cancel(_ ticket: Ticket) {
        guard pending.remove(ticket.order) != nil else { return }
        // Taking one slot out of the middle costs a full rebuild, so it waits until most of the slots are dead.
        if heap.count > 64, heap.count > 2 * pending.count {
            heap = Heap(heap.unordered.filter { pending.contains($0.order) })
        }
    }

    /// The instant of the next entry, or nil if nothing is to come.
    public var nextInstant: Instant? {
        mutating get {
            dropCancelled()
            return heap.min?.instant
        }
    }

    /// Hands out the next entry with its instant, or nil if nothing is to come.
    public mutating func popNext() -> (instant: Instant, entry: Entry)? {
        dropCancelled()
        guard let slot = heap.popMin() else { return nil }
        pending.remove(slot.order)
        return (slot.instant, slot.entry)
    }

    /// Cancelled entries that stayed in the heap are dropped where they come up.
    private mutating func dropCancelled() {
        while let first = heap.min, !pending.contains(first.order) {
            heap.removeMin()
        }
    }
}

extension Agenda: Sendable where Entry: Sendable {}
extension Agenda.Slot: Sendable where Entry: Sendable {}

/// A stack whose elements can be moved out into an array that is no larger than it must be.
///
/// An array would do, but what leaves it is copied and counted, which costs as much as all the rest of reading.
@safe struct MarkupStack<Element>: ~Copyable {
    private var start: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(minimumCapacity: Int) {
        capacity = max(1, minimumCapacity)
        unsafe start = UnsafeMutablePointer.allocate(capacity: capacity)
    }

    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// The top element.
    var last: Element? { count > 0 ? unsafe start[count &- 1] : nil }

    /// The element at `index`, the lowest being 0; whoever asks knows that it is below ``count``.
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe start[index]
    }

    /// Puts `element` on top.
    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        unsafe (start + count).initialize(to: element)
        count &+= 1
    }

    /// Takes the top element away.
    mutating func pop() -> Element {
        precondition(count > 0, "there must be something on the stack")
        count &-= 1
        return unsafe (start + count).move()
    }

    /// Takes away all elements from the one at `index` on, the lowest first.
    mutating func take(from index: Int) -> [Element] {
        let taken = count &- index
        guard taken > 0, index >= 0 else { return [] }
        count = index
        return unsafe Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            unsafe base.moveInitialize(from: start + index, count: taken)
            initialized = taken
        }
    }

    /// Takes all elements away and forgets them.
    mutating func removeAll() {
        unsafe start.deinitialize(count: count)
        count = 0
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity &* 2)
        unsafe larger.moveInitialize(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
        capacity &*= 2
    }
}

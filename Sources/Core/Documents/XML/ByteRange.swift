/// The place of something in the bytes; unlike a range it is made and used without being checked each time.
struct ByteRange {
    let start: Int
    let end: Int

    init(_ start: Int, _ end: Int) {
        assert(start <= end)
        self.start = start
        self.end = end
    }

    var count: Int { end &- start }
    var isEmpty: Bool { start == end }
}

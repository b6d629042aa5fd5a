package import VirtualTime

/// Makes other database files of one: pages, cells and header fields as SQLite lays them out
/// (sqlite.org/fileformat2.html §1.3, §1.6).
package enum PageMutation {
    private static let numbers: [UInt32] = [
        0, 1, 2, 3, 4, 0x7F, 0x80, 0xFF, 0x1000, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    ]

    package static func mutated(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        guard input.count >= 512 else { return nil }
        var file = input
        let written = Int(file[16]) << 8 | Int(file[17])
        let size = written == 1 ? 65_536 : written
        guard size >= 512, size <= file.count else { return nil }
        for _ in 0...generator.below(3) { change(&file, size, &generator) }
        return file
    }

    private static func change(_ file: inout [UInt8], _ size: Int, _ generator: inout SeededGenerator) {
        let pages = file.count / size
        let page = generator.below(pages)
        // The first page begins with the file's header.
        let header = page * size + (page == 0 ? 100 : 0)
        switch generator.below(8) {
        case 0:
            // A field of the file's header.
            let places = [16, 18, 19, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 92, 96]
            put(generator.element(of: numbers), at: places[generator.below(places.count)], in: &file)
        case 1:
            // A field of a page's header: kind, first free block, cells, content, fragments, rightmost child.
            let place = header + [0, 1, 3, 5, 7, 8][generator.below(6)]
            put(generator.element(of: numbers), bytes: generator.one(1, 2), at: place, in: &file)
        case 2:
            // Where a cell is.
            put(UInt32(generator.below(size)), bytes: 2, at: header + 8 + 2 * generator.below(8), in: &file)
        case 3:
            // A page in another's place.
            let other = generator.below(pages) * size
            file.replaceSubrange(page * size..<(page + 1) * size, with: file[other..<other + size])
        case 4 where pages > 1:
            // Fewer pages, and a header that says so.
            file.removeSubrange(page * size..<(page + 1) * size)
            put(UInt32(pages - 1), at: 28, in: &file)
        default:
            // A byte of a cell: lengths, types, values.
            let cells = header + 8
            guard cells + 1 < file.count else { return }
            let pointer = Int(file[cells]) << 8 | Int(file[cells + 1])
            let place = page * size + min(pointer + generator.below(40), size - 1)
            guard place < file.count else { return }
            file[place] = generator.one(0, 1, 7, 8, 9, 12, 13, 0x7F, 0x80, 0x81, 0xFF, file[place] ^ 1)
        }
    }

    /// Writes the lowest bytes of a number, the highest first.
    private static func put(_ number: UInt32?, bytes: Int = 4, at place: Int, in file: inout [UInt8]) {
        guard let number, place + bytes <= file.count else { return }
        for index in 0..<bytes { file[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - index))) }
    }
}

package import VirtualTime

/// Makes other texts of one whose lines and indentation mean something.
package enum LineMutation {
    package static func mutated(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        for _ in 0...generator.below(3) { change(&lines, &generator) }
        return Array(lines.joined(separator: [0x0A]))
    }

    private static func change(_ lines: inout [[UInt8]], _ generator: inout SeededGenerator) {
        guard !lines.isEmpty else { return }
        let place = generator.below(lines.count)
        let other = lines[generator.below(lines.count)]
        switch generator.below(8) {
        case 0 where lines.count > 1: lines.remove(at: place)
        case 1: lines.insert(other, at: place)
        case 2: lines.swapAt(place, generator.below(lines.count))
        case 3:
            let indentation = lines[place].prefix { $0 == 0x20 }.count
            let deeper = max(0, indentation + 2 * (generator.below(5) - 2))
            lines[place] = Array(repeating: 0x20, count: deeper) + lines[place].dropFirst(indentation)
        case 4:
            // The value of one line behind the key of another.
            guard let colon = lines[place].firstIndex(of: UInt8(ascii: ":")) else { return }
            let value = other.firstIndex(of: UInt8(ascii: ":")).map { other[$0...] } ?? other[...]
            lines[place] = Array(lines[place][..<colon] + value)
        case 5:
            // A run of lines once more.
            let end = min(lines.count, place + 1 + generator.below(6))
            lines.insert(contentsOf: lines[place..<end], at: generator.below(lines.count))
        default:
            lines[place] = words(of: lines[place], &generator)
        }
    }

    /// One word of a line becomes another.
    private static func words(of line: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var words = line.split(separator: 0x20, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let index = generator.element(of: words.indices.filter { !words[$0].isEmpty }) else { return line }
        words[index] =
            generator.below(3) == 0
            ? DateMutation.changed(words[index], &generator) : TextMutation.changed(words[index], &generator)
        return Array(words.joined(separator: " ").utf8)
    }
}

/// A text that is written inside another in some escaping: its bytes, and where each of them is spelled.
///
/// A change of it becomes a change of the text around it that leaves every other byte as it is spelled: `%2F` beside `/`,
/// `&#x2B;` beside `+`.
package struct SpelledText {
    private let source: [UInt8]
    private let escaping: Escaping
    /// The text without its escapes.
    package private(set) var bytes: [UInt8] = []
    /// The place in the source at which each byte begins, and the end; of a character of several bytes, all of its
    /// spelling is the first one's.
    private var starts: [Int] = []

    /// The text that stands at `range` of `source`.
    package init(_ source: [UInt8], _ range: Range<Int>, _ escaping: Escaping) {
        self.source = source
        self.escaping = escaping
        bytes.reserveCapacity(range.count)
        starts.reserveCapacity(range.count + 1)
        var index = range.lowerBound
        while index < range.upperBound {
            guard let (length, scalar) = escaping.character(in: source, at: index, before: range.upperBound) else {
                bytes.append(source[index])
                starts.append(index)
                index += 1
                continue
            }
            starts.append(index)
            index += length
            for (offset, byte) in UTF8.encode(scalar).map(Array.init)?.enumerated() ?? [].enumerated() {
                bytes.append(byte)
                if offset > 0 { starts.append(index) }
            }
        }
        starts.append(range.upperBound)
    }

    /// The changes of the source that change the text as `edits` do.
    package func lifted(_ edits: [ByteEdit]) -> [ByteEdit] {
        edits.flatMap { $0.bytes.count == $0.range.count ? runs(of: $0).map(spelled) : [spelled($0)] }
    }

    /// The parts of a change of as many bytes that change something.
    ///
    /// What is between them is left out: one spelling may be longer than the other, and whoever spells this text in turn would
    /// find nothing behind it in its place.
    private func runs(of edit: ByteEdit) -> [ByteEdit] {
        var runs: [ByteEdit] = []
        for (index, byte) in zip(edit.range, edit.bytes) where bytes[index] != byte {
            if runs.last?.range.upperBound == index {
                runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<index + 1
                runs[runs.count - 1].bytes.append(byte)
            } else {
                runs.append(ByteEdit(range: index..<index + 1, bytes: [byte]))
            }
        }
        return runs
    }

    private func spelled(_ edit: ByteEdit) -> ByteEdit {
        let range = starts[edit.range.lowerBound]..<starts[edit.range.upperBound]
        var spelled: [UInt8] = []
        spelled.reserveCapacity(range.count)
        for (offset, byte) in edit.bytes.enumerated() {
            let index = edit.range.lowerBound + offset
            if index < edit.range.upperBound, bytes[index] == byte {
                spelled += spelling(at: index)
            } else {
                spelled += spelling(of: byte, at: min(index, edit.range.upperBound - 1))
            }
        }
        return ByteEdit(range: range, bytes: spelled)
    }

    private func spelling(at index: Int) -> ArraySlice<UInt8> { source[starts[index]..<starts[index + 1]] }

    private func isEscaped(_ index: Int) -> Bool {
        let spelling = spelling(at: index)
        return spelling.count != 1 || spelling.first != bytes[index]
    }

    /// A spelling of a byte that comes to `index`: like what stood there if that was of its kind, else like the same
    /// byte elsewhere, else like another of its kind.
    private func spelling(of byte: UInt8, at index: Int) -> [UInt8] {
        let isWord = isDigit(byte) || isLetter(byte)
        func isOfKind(_ other: UInt8) -> Bool { other < 0x80 && (isDigit(other) || isLetter(other)) == isWord }
        var model: Int?
        if isWord, bytes.indices.contains(index), isOfKind(bytes[index]) {
            model = index
        } else if let same = bytes.firstIndex(of: byte) {
            return Array(spelling(at: same))
        } else {
            // A line end in JSON is escaped whatever the writer likes: it says nothing of a hyphen.
            model = bytes.firstIndex { isOfKind($0) && !(escaping == .json && escaping.mustEscape($0)) }
        }
        let isEscaped = escaping.mustEscape(byte) || model.map(self.isEscaped) ?? false
        guard isEscaped else { return [byte] }
        return escaping.escape(byte, like: example(near: model))
    }

    /// An escape to write others like.
    private func example(near model: Int?) -> ArraySlice<UInt8> {
        if let model, isEscaped(model) { return spelling(at: model) }
        return bytes.indices.first(where: isEscaped).map { spelling(at: $0) } ?? []
    }
}

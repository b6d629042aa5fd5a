/// A form's body read by hand: what stands between ampersands, cut at the first equals sign, escapes undone byte by byte.
package enum HandReadForm {
    /// The names and values of a form, each as bytes.
    package static func fields(_ body: [UInt8]) -> [[[UInt8]]] {
        body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field in
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            return [decoded(name), decoded(field.dropFirst(name.count + 1))]
        }
    }

    /// Checks whether a media type is a form's, whatever parameters it has.
    package static func isForm(_ type: String) -> Bool {
        let small = type.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        var essence = small.prefix { $0 != UInt8(ascii: ";") }
        while let last = essence.last, last == 0x20 || last == 0x09 { essence.removeLast() }
        return essence.elementsEqual("application/x-www-form-urlencoded".utf8)
    }

    /// The text with its escapes undone, a plus sign for a space.
    package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        let text = Array(text)
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "%"), index + 2 < text.count, let high = digit(text[index + 1]),
                let low = digit(text[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
                continue
            }
            output.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            index += 1
        }
        return output
    }

    private static func digit(_ byte: UInt8) -> UInt8? { UInt8(String(UnicodeScalar(byte)), radix: 16) }
}

import Documents

/// The items in the value of a header field: separators do not count within quotes.
enum ListVisitor {
    /// Returns the items between the separators; a quote that is never closed is a byte like any other.
    ///
    /// A backslash takes no quote's meaning away: then an item too many is found, which is looked at like the others.
    static func items(_ value: ArraySlice<UInt8>, separators: [UInt8]) -> [ArraySlice<UInt8>] {
        var items: [ArraySlice<UInt8>] = []
        var start = value.startIndex
        var isQuoted = false
        let lastQuote = value.lastIndex(of: quote) ?? start
        for index in value.indices {
            if value[index] == quote {
                isQuoted = !isQuoted && index < lastQuote
            } else if !isQuoted, separators.contains(value[index]) {
                items.append(value[start..<index])
                start = index + 1
            }
        }
        return items + [value[start...]]
    }

    /// The name and the value, without its quotes, of `name=value`; nil if it is none, or there is nothing behind the sign.
    static func parameter(_ item: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        guard let equals = item.firstIndex(of: 0x3D) else { return nil }
        let name = item[..<equals].trimmed
        let value = item[(equals + 1)...].trimmed
        // A token of Base64 may end with such signs.
        guard !name.isEmpty, name.allSatisfy(isTokenByte), value.contains(where: { $0 != 0x3D }) else { return nil }
        return (name, unquoted(value))
    }

    /// The value of the first parameter that is called `name` in any case of letters.
    static func parameter(_ name: StaticString, in items: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
        for item in items {
            if let found = parameter(item), found.name.equalsIgnoringCase(name) { return found.value }
        }
        return nil
    }

    static func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        value.count >= 2 && value.first == quote && value.last == quote ? value.dropFirst().dropLast() : value
    }

    private static let quote: UInt8 = 0x22
}

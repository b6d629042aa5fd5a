import Documents

/// An attribute as it stands in a tag, its value without quotes.
struct MarkupAttribute {
    var name: ArraySlice<UInt8>
    var value: ArraySlice<UInt8>

    /// True if another attribute of the tag says what this one's value is.
    var isValue: Bool { name.equalsIgnoringCase("value") || name.equalsIgnoringCase("content") }

    /// True if the tag's content states the page to continue with.
    var isRefresh: Bool {
        name.equalsIgnoringCase("http-equiv") && value.trimmed.equalsIgnoringCase("refresh")
    }

    static func all(in tag: ArraySlice<UInt8>) -> [MarkupAttribute] {
        var attributes: [MarkupAttribute] = []
        var index = tag.startIndex
        while index < tag.endIndex {
            guard let equals = tag[index...].firstIndex(of: 0x3D) else { return attributes }
            let before = tag[index..<equals].trimmed
            let name = before.split(whereSeparator: isWhiteSpace).last ?? before
            var start = equals + 1
            while start < tag.endIndex, isWhiteSpace(tag[start]) { start += 1 }
            guard start < tag.endIndex else { return attributes }
            let quote = tag[start]
            if quote == 0x22 || quote == 0x27 {
                let end = tag[(start + 1)...].firstIndex(of: quote) ?? tag.endIndex
                attributes.append(MarkupAttribute(name: name, value: tag[start + 1..<end]))
                index = min(end + 1, tag.endIndex)
            } else {
                let end = tag[start...].firstIndex { isWhiteSpace($0) || $0 == 0x3E } ?? tag.endIndex
                attributes.append(MarkupAttribute(name: name, value: tag[start..<end]))
                index = end
            }
        }
        return attributes
    }
}

/// The knowledge about a tag before its attributes are looked at.
struct KnownTag {
    var element: ArraySlice<UInt8>
    /// The name that says what a `value` or `content` attribute is.
    var governing: ArraySlice<UInt8>?
    /// True if it is one of HTML in a page, whose other attributes are for browsers.
    var isHTML: Bool
    /// True if its content states the page to continue with.
    var isRefresh: Bool

    init(_ element: ArraySlice<UInt8>, governing: ArraySlice<UInt8>?, _ rules: MarkupRules) {
        self.element = element
        self.governing = governing
        isHTML = rules == .page && PageElements.contains(element)
        isRefresh =
            element.equalsIgnoringCase("meta") && governing?.trimmed.equalsIgnoringCase("refresh") == true
    }
}

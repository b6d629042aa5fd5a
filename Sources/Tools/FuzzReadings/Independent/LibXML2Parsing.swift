import CLibXML2

/// Parsing into libxml2's own tree, with the options that our reader sets.
enum LibXML2Parsing {
    /// The reason that there is no document, in libxml2's words.
    struct Fault: Error {
        let message: String
    }

    /// Returns what `body` makes of the tree of a document, which is gone afterwards.
    static func read<Value>(_ bytes: [UInt8], _ body: (xmlDocPtr) -> Value) -> Result<Value, Fault> {
        kinescope_xml_initialize()
        var fault = kinescope_xml_fault()
        // libxml2 takes UTF-8 only here, as the rooms hand it over; a mark says what else it may be.
        let text = utf8(bytes)
        let tree = unsafe text.withUnsafeBytes { buffer in
            unsafe kinescope_xml_parse(
                buffer.bindMemory(to: CChar.self).baseAddress,
                Int32(clamping: buffer.count),
                &fault
            )
        }
        guard let tree = unsafe tree else {
            return .failure(Fault(message: unsafe String(cString: kinescope_xml_message(&fault))))
        }
        defer { unsafe xmlFreeDoc(tree) }
        return .success(unsafe body(tree))
    }

    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let low = bytes[0] == 0xFF ? 0 : 1
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

import CLibXML2

extension XMLError {
    /// The error for the fault that libxml2 found in `input`.
    init(_ fault: kinescope_xml_fault, in input: XMLInput) {
        var fault = fault
        let message = unsafe String(cString: kinescope_xml_message(&fault))
        self.init(
            Self.cause(code: fault.code, domain: fault.domain, message: Self.oneLine(message)),
            line: fault.line > 0 ? Int(fault.line) : nil,
            column: fault.column > 0 ? Int(fault.column) : nil,
            byteOffset: fault.offset >= 0 ? input.originalOffset(of: fault.offset) : nil
        )
    }

    private static func cause(code: Int32, domain: Int32, message: String) -> Cause {
        if domain == Int32(XML_FROM_NAMESPACE.rawValue) { return .namespace(message) }
        return switch xmlParserErrors(rawValue: UInt32(bitPattern: code)) {
        case XML_ERR_DOCUMENT_END: .trailingBytes
        case XML_ERR_DOCUMENT_EMPTY: .malformed("no element at the start")
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY, XML_ERR_ENTITY_LOOP: .entity(message)
        case XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_INVALID_ENCODING: .encoding(message)
        default: .malformed(message.isEmpty ? "libxml2 error \(code)" : message)
        }
    }

    /// libxml2 ends its messages with a line feed, and quotes names and namespaces as they stand.
    private static func oneLine(_ message: String) -> String {
        let lines = message.utf8.split { $0 == 0x0A || $0 == 0x0D }
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ").inOneLine
    }
}

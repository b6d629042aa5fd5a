import Documents
import Exchanges
import ProxyProtocol

/// The content codings of a message, in the order they were applied.
struct ContentCodings: Hashable {
    /// The codings, in lower case; `identity` is none.
    private let names: [String]

    /// A body coded more often than this is not read: nobody sends one, but to do harm.
    static let maximum = 4

    /// The codings that can be undone.
    private static let known = ["gzip", "x-gzip", "deflate"]

    /// The codings that `Content-Encoding` names.
    init(_ headers: HeaderFields) {
        var names: [String] = []
        for field in headers where field.isNamed("Content-Encoding") {
            for name in field.value.lowercased().utf8.split(separator: UInt8(ascii: ",")) {
                let name = String(Substring(name).trimmedSpaces)
                if !name.isEmpty, ExactText(name) != "identity" { names.append(name) }
            }
        }
        self.names = names
    }

    /// True if a body has no coding to undo.
    var isEmpty: Bool { names.isEmpty }

    /// The first coding that cannot be undone; nil if all can.
    var unknown: String? {
        if let name = names.first(where: { name in !Self.known.contains(exactly: name) }) {
            return name
        }
        return names.count > Self.maximum ? names.joined(separator: ", ") : nil
    }

    /// The body without its codings, at most `limit` bytes of it, and why it is not whole; nil if nothing can be read.
    func decode(_ body: [UInt8], limit: Int) -> (body: [UInt8]?, shortfall: BodyShortfall?) {
        guard !names.isEmpty, !body.isEmpty else { return (body, nil) }
        if let unknown { return (nil, .coding(unknown)) }
        var (bytes, shortfall) = (body, BodyShortfall?.none)
        for name in names.reversed() {
            let inflation = Self.inflate(bytes, name, limit: limit)
            bytes = inflation.bytes
            // The outermost that went wrong explains what follows from it.
            switch inflation.end {
            case .whole: break
            case .limit: shortfall = shortfall ?? .decodedLimit
            case .truncated: shortfall = shortfall ?? .truncated
            case .damaged: shortfall = shortfall ?? .damaged
            }
        }
        if bytes.isEmpty, shortfall != nil { return (nil, shortfall) }
        return (bytes, shortfall)
    }

    private static func inflate(_ bytes: [UInt8], _ name: String, limit: Int) -> Inflation {
        guard ExactText(name) == "deflate" else { return Inflation(bytes, .gzip, limit: limit) }
        let inflation = Inflation(bytes, .zlib, limit: limit)
        guard inflation.end == .damaged, inflation.bytes.isEmpty else { return inflation }
        return Inflation(bytes, .raw, limit: limit)
    }
}

import Documents

/// Writes a HAR file entry by entry, one line each, into a buffer that the caller may empty in between.
public struct HARWriter {
    private let log: JSONObject
    private let beside: [JSONMember]
    private var isFirst = true

    /// A writer of a recording about which `information` is known.
    public init(_ information: RecordingInformation) {
        guard let archive = information.archiveLog else {
            log = [
                "version": .string("1.2"),
                "creator": .object(["name": .string(information.creator), "version": .string("")]),
            ]
            beside = []
            return
        }
        log = JSONObject(
            archive.members.filter { $0.$key != HARExtras.absentKey }
                .map { JSONMember(HARExtras.unescaped($0.key), $0.value) }
        )
        beside = archive[HARExtras.absentKey]?.object?.members ?? []
    }

    /// Writes what comes before the first entry.
    public func writeStart(to bytes: inout [UInt8]) {
        bytes += "{\"log\":{".utf8
        for member in log.members {
            append(member, to: &bytes)
            bytes += ",\n".utf8
        }
        bytes += "\"entries\":[".utf8
    }

    /// Writes the entry of `exchange`.
    public mutating func write(_ exchange: Exchange, to bytes: inout [UInt8]) {
        bytes += (isFirst ? "\n" : ",\n").utf8
        isFirst = false
        let start = bytes.count
        HAR.entry(for: exchange).appendSerialized(to: &bytes)
        if HARSurrogates.areNoted(in: exchange.otherExtras) { HARSurrogates.restore(in: &bytes, from: start) }
    }

    /// Writes what comes after the last entry.
    public func writeEnd(to bytes: inout [UInt8]) {
        bytes += "\n]}".utf8
        for member in beside {
            bytes += ",\n".utf8
            append(member, to: &bytes)
        }
        bytes += "}\n".utf8
    }

    private func append(_ member: JSONMember, to bytes: inout [UInt8]) {
        let start = bytes.count
        defer { HARSurrogates.restore(in: &bytes, from: start) }
        JSONValue.string(member.key).appendSerialized(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.appendSerialized(to: &bytes)
    }
}

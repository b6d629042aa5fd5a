public import Documents

/// HAR 1.2 in and out: what was imported comes out again, structurally equal.
///
/// Four things do not count: the order of members, the spelling of numbers, white space in Base64, and UTF-16. Members
/// that an exchange is made of may stand only once; any other comes out as often as it went in.
public enum HAR {
    /// The recording that the HAR in `bytes` holds, all of it in memory.
    ///
    /// - Throws: ``HARError``.
    public static func recording(
        parsing bytes: [UInt8],
        limits: HARLimits = .default,
        isStrict: Bool = false
    ) throws(HARError) -> Recording {
        var reader = try HARReader(bytes, limits: limits, isStrict: isStrict)
        return try recording(from: &reader)
    }

    /// The recording that is left to be read, all of it in memory; the reader tells afterwards what was odd in it.
    ///
    /// - Throws: ``HARError``.
    public static func recording(from reader: inout HARReader) throws(HARError) -> Recording {
        var recording = Recording()
        while let exchange = try reader.nextExchange() { recording.exchanges.append(exchange) }
        recording.information = reader.information
        return recording
    }

    /// The bytes of a HAR in UTF-8, whatever they were saved in.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] { HAREncoding.utf8(bytes) }

    /// The HAR entry of `exchange`: as it was imported, with what has been changed since.
    public static func entry(for exchange: Exchange) -> JSONValue {
        .object(HAREntry.object(for: exchange))
    }

    /// `recording` as a HAR file.
    public static func serialized(_ recording: Recording) -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = HARWriter(recording.information)
        writer.writeStart(to: &bytes)
        for exchange in recording.exchanges { writer.write(exchange, to: &bytes) }
        writer.writeEnd(to: &bytes)
        return bytes
    }
}

import CZlib

/// Undoes one content coding with zlib.
package struct Inflation {
    /// The bytes that came out, at most the limit.
    package private(set) var bytes: [UInt8]
    /// The kind of its end.
    package private(set) var end: End
    /// The number of bytes behind the end of the stream, which are no part of it.
    package private(set) var unread = 0

    /// The ways it can end.
    package enum End: Hashable {
        /// With the stream.
        case whole
        /// The limit of bytes was reached, and more would have come.
        case limit
        /// The input ended in the middle.
        case truncated
        /// The input is not what it should be.
        case damaged
    }

    /// The formats there are.
    package enum Format: Int32 {
        /// RFC 1952.
        case gzip = 31
        /// RFC 1950: what `deflate` means.
        case zlib = 15
        /// RFC 1951: what some servers send as `deflate`.
        case raw = -15
    }

    /// Inflates `input` into at most `limit` bytes.
    ///
    /// Gzip may be several members one after the other; what follows the stream and is none is passed over, as browsers
    /// do.
    package init(_ input: [UInt8], _ format: Format, limit: Int) {
        bytes = []
        end = .damaged
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, format.rawValue, ZLIB_VERSION, size) == Z_OK else { return }
        defer { unsafe _ = inflateEnd(&stream) }
        unsafe input.withUnsafeBufferPointer { input in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32 * 1024) { output in
                unsafe run(&stream, input, output, format, limit)
            }
        }
    }

    private mutating func run(
        _ stream: inout z_stream,
        _ input: UnsafeBufferPointer<UInt8>,
        _ output: UnsafeMutableBufferPointer<UInt8>,
        _ format: Format,
        _ limit: Int
    ) {
        // Bodies are far below 4 GiB, which is what one call takes.
        guard let available = UInt32(exactly: input.count) else { return }
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = available
        while true {
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(output.count)
            let code = unsafe inflate(&stream, Z_NO_FLUSH)
            let count = unsafe output.count - Int(stream.avail_out)
            let room = limit - bytes.count
            unsafe bytes.append(contentsOf: output.prefix(min(count, room)))
            if count > room { return end = .limit }
            switch code {
            case Z_STREAM_END:
                guard format == .gzip, unsafe Self.isMember(stream), unsafe inflateReset(&stream) == Z_OK else {
                    unread = unsafe Int(stream.avail_in)
                    return end = .whole
                }
            case Z_OK where unsafe count > 0 || stream.avail_in > 0: break
            case Z_OK, Z_BUF_ERROR: return end = .truncated
            default: return end = .damaged
            }
        }
    }

    /// Checks whether what is left begins like another member of a gzip file.
    private static func isMember(_ stream: z_stream) -> Bool {
        guard unsafe stream.avail_in >= 2, let next = unsafe stream.next_in else { return false }
        return unsafe next[0] == 0x1F && next[1] == 0x8B
    }
}

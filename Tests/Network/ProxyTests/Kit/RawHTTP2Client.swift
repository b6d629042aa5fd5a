import NIOCore
import NIOHPACK
import Testing

@testable import Proxy

/// A client of HTTP/2 that writes its frames itself, through a recorder.
struct RawHTTP2Client {
    /// The response on a stream.
    struct Response {
        var fields: [(String, String)] = []
        var body = ""
        /// True if it came to its end.
        var isWhole = false
        /// The code that the stream was reset with.
        var reset: UInt8?

        var status: String? { self[":status"] }
        subscript(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }
    }

    let client: RawClient

    /// Connects through CONNECT and shakes hands; nothing of HTTP/2 is sent yet.
    static func connect(through recorder: TestRecorder, to authority: String) async throws -> RawHTTP2Client {
        let client = try await recorder.connect(to: authority)
        // What answered CONNECT is no frame.
        client.forget()
        #expect(try await client.startTLS(host: "localhost", roots: recorder.roots(), protocols: ["h2"]) == "h2")
        return RawHTTP2Client(client: client)
    }

    /// Sends the preface, SETTINGS and what follows in one piece.
    func begin(_ bytes: [UInt8] = []) async throws {
        try await client.send(FrameBytes.preface + FrameBytes.settings.bytes + bytes)
    }

    /// A GET, or what `method` says, of a path on a stream; `fields` follow those that must be.
    static func request(
        _ path: String,
        method: String = "GET",
        stream: Int,
        _ fields: [(String, String)] = [],
        ends: Bool = true
    ) -> [UInt8] {
        let pseudo = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")]
        return FrameBytes.block(pseudo + fields, stream: stream, ends: ends)
    }

    /// All frames that have come.
    var frames: [FrameBytes] { FrameBytes.read(client.bytes) }

    /// The code of the GOAWAY that has come, and the last stream that it names.
    var goodbye: (code: UInt8, last: Int)? {
        frames.last { $0.type == 7 }.map { frame in
            (frame.payload[7], frame.payload.prefix(4).reduce(0) { $0 << 8 | Int($1) })
        }
    }

    /// The responses on the streams so far; what is not HPACK omits the rest.
    var responses: [Int: Response] {
        let allocator = ByteBufferAllocator()
        var decoder = HPACKDecoder(allocator: allocator, maxDynamicTableSize: 4096, maxHeaderListSize: 1 << 24)
        var responses: [Int: Response] = [:]
        var block: [UInt8] = []
        for frame in frames {
            switch frame.type {
            case 0: responses[frame.stream, default: Response()].body += String(decoding: frame.payload, as: UTF8.self)
            case 1: block = frame.payload
            case 9: block += frame.payload
            case 3: responses[frame.stream, default: Response()].reset = frame.payload[3]
            default: break
            }
            if frame.type == 1 || frame.type == 9, frame.flags & 4 != 0 {
                var bytes = ByteBuffer(bytes: block)
                guard let headers = try? decoder.decodeHeaders(from: &bytes) else { return responses }
                responses[frame.stream, default: Response()].fields += headers.map { ($0.name, $0.value) }
            }
            if frame.type <= 1, frame.flags & 1 != 0 { responses[frame.stream, default: Response()].isWhole = true }
        }
        return responses
    }

    /// Returns the response on a stream, once it has ended; what there is, if it does not end in time.
    func response(_ stream: Int, within seconds: Double = 20) async -> Response {
        _ = await eventually(within: seconds) {
            let response = responses[stream]
            return response?.isWhole ?? false || response?.reset != nil || client.isClosed
        }
        return responses[stream] ?? Response()
    }

    func close() async { await client.close() }
}

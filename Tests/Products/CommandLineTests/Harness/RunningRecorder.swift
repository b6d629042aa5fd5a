import Documents
import Foundation

/// A `kinescope record`, or `serve`, that runs: started on a free port, stopped by a signal.
final class RunningRecorder: @unchecked Sendable {
    /// The port it listens at.
    let port: Int
    private let process: SpawnedProcess
    private let folder: TemporaryFolder
    private let files = TemporaryFolder()

    /// Starts it with `--json --port 0`, and waits until it listens.
    ///
    /// - Throws: ``DidNotListen``, with what it said, if it ends before.
    init(
        _ arguments: [String],
        of command: String = "record",
        in folder: TemporaryFolder,
        environment: [String: String] = [:]
    ) throws {
        self.folder = folder
        process = try SpawnedProcess(
            [CommandLineRun.binary.path, command, "--json", "--port", "0", "--ca-directory", "authority"] + arguments,
            in: folder.url.path,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            output: files.url(of: "out").path,
            error: files.url(of: "error").path
        )
        let deadline = Date(timeIntervalSinceNow: 60)
        var port: Int?
        while port == nil, !process.hasEnded, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.005)
            port = Self.objects(in: files).lazy.compactMap { $0["port"]?.number.flatMap { Int($0.text) } }.first
        }
        guard let port else {
            if !process.hasEnded { kill(process.identifier, SIGTERM) }
            let status = try process.waitUntilEnd()
            throw DidNotListen(
                status: status,
                error: String(decoding: try files.bytes(of: "error"), as: UTF8.self)
            )
        }
        self.port = port
    }

    struct DidNotListen: Error {
        var status: Int32
        var error: String
    }

    /// The objects it has printed so far.
    var objects: [JSONValue] { Self.objects(in: files) }

    /// True if it still runs.
    var isRunning: Bool { !process.hasEnded }

    /// The text that it has written to standard error so far.
    var error: String { String(decoding: (try? files.bytes(of: "error")) ?? [], as: UTF8.self) }

    private static func objects(in files: TemporaryFolder) -> [JSONValue] {
        let bytes = (try? files.bytes(of: "out")) ?? []
        // The last line may not be whole yet.
        return bytes.split(separator: 0x0A).compactMap { try? JSONValue(parsing: Array($0)) }
    }

    /// Sends a request through it as a client of a forward proxy does, and answers the answer.
    func request(
        _ method: String,
        _ url: String,
        headers: [(String, String)] = [],
        body: [UInt8]? = nil
    ) throws -> RawMessage? {
        let socket = try RawSocket(port: port)
        let named = url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let host = url.hasPrefix("/") ? "127.0.0.1:\(port)" : named
        var message = RawMessage(start: "\(method) \(url) HTTP/1.1")
        message.headers = [("Host", host), ("Connection", "close")] + headers
        if let body {
            message.headers.append(("Content-Length", "\(body.count)"))
            message.body = body
        }
        socket.write(message.bytes)
        var rest: [UInt8] = []
        return RawMessage.read(from: socket, &rest)
    }

    /// Ends it with a signal, and waits for it.
    func stop(_ signal: Int32 = SIGINT) throws -> CommandLineRun {
        kill(process.identifier, signal)
        return try wait()
    }

    /// Waits until it ends by itself.
    func wait() throws -> CommandLineRun {
        let status = try process.waitUntilEnd()
        return CommandLineRun(
            status: status,
            output: String(decoding: try files.bytes(of: "out"), as: UTF8.self),
            error: error
        )
    }
}

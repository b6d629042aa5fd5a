import Documents
import Foundation

/// The file by which `kinescope control` knows the token of the control interface at a port.
struct ControlTokenFile {
    let path: String

    /// The file of a run that listens at `port`.
    init(of command: ServeCommand, port: Int) {
        path = command.tokenFile ?? Self.standardPath(in: command.authority.folder, port: port)
    }

    /// Where the file of a port is, if nobody says otherwise.
    static func standardPath(in folder: String, port: Int) -> String { "\(folder)/control-\(port).token" }

    /// A token that nobody can guess: 32 random bytes in Base64 for URLs.
    static func random() -> String {
        Base64.encode(PseudonymKey.random(), alphabet: .urlSafe, padding: false)
    }

    /// The file of a run that goes on; other runs leave it alone.
    struct Held {
        fileprivate let descriptor: Int32
        fileprivate let token: String
    }

    /// Writes the token, for its owner alone; that of a run that has ended is replaced.
    ///
    /// - Returns: the file, until it is removed.
    /// - Throws: ``CommandFailure`` if another run has it, or the system refuses.
    func write(_ token: String) throws(CommandFailure) -> Held {
        guard
            !FileManager.default.fileExists(atPath: path) || (try? Self.token(at: path).utf8.count) == token.utf8.count
        else {
            throw CommandFailure(
                "\(path): the file is there already, and holds no token. Name another with --token-file"
            )
        }
        try refuseIfHeld()
        _ = unsafe unlink(path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                "\(path): the token cannot be written: \(SystemError.current). Name another file with --token-file"
            )
        }
        // Until the process ends, however it does.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(
                contentsOf: Data((token + "\n").utf8)
            )
        } catch {
            close(descriptor)
            throw CommandFailure("\(path): the token cannot be written: \(SystemError.current)")
        }
        return Held(descriptor: descriptor, token: token)
    }

    /// Two runs with one file could not both be controlled; two that begin in the same instant are not told apart.
    private func refuseIfHeld() throws(CommandFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw CommandFailure(
                "\(path): another serve that runs has its token there. Name another file with --token-file"
            )
        }
    }

    /// Removes the file, unless another run has written its own there.
    func remove(_ held: Held) {
        if (try? Self.token(at: path)) == held.token { _ = unsafe unlink(path) }
        close(held.descriptor)
    }

    /// The token in the file at `path`.
    ///
    /// - Throws: ``CommandFailure`` if there is none.
    static func token(at path: String) throws(CommandFailure) -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandFailure(
                "\(path): no token of a running serve can be read here. Start kinescope serve, or name its port with --port "
                    + "or the file with --token-file"
            )
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

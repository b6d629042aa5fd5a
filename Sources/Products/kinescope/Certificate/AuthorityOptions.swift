import ArgumentParser
import Foundation
import Proxy

/// Where the certificate authority of a command lives.
struct AuthorityOptions: ParsableArguments {
    @Option(
        name: [.customLong("ca-directory"), .customLong("authority", withSingleDash: false)],
        help: ArgumentHelp(
            "The directory of the CA certificate; default: the user's configuration directory",
            valueName: "directory"
        ),
        completion: .directory
    )
    var chosenFolder: String?

    func validate() throws {
        if chosenFolder?.isEmpty == true { throw ValidationError("--ca-directory needs the name of a directory") }
    }

    /// The folder, chosen or the user's own.
    var folder: String {
        chosenFolder
            ?? CertificateAuthority.standardFolder(
                environment: ProcessInfo.processInfo.environment,
                home: Self.home(ProcessInfo.processInfo.environment)
            )
    }

    /// What `HOME` says, as for every other tool; the system's record of the user where it says nothing.
    static func home(_ environment: [String: String]) -> String {
        guard let home = environment["HOME"], home.hasPrefix("/") else { return NSHomeDirectory() }
        return home
    }

    /// The authority in the folder; it is made if there is none.
    func loadOrMake() throws(CertificateAuthorityError) -> CertificateAuthority {
        try CertificateAuthority.loadOrMake(in: folder, machine: Self.machine, now: Date())
    }

    /// The name of this machine, as the system knows it without asking the network.
    private static var machine: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

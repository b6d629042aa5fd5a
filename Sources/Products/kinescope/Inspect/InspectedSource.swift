import Foundation
import Inspection
import Report

/// One thing to inspect, and what to call it.
struct InspectedSource {
    let name: String
    let isInDirectory: Bool
    private let path: String?

    /// What JSON calls it: the file, `-`, or the beginning of the text itself.
    var label: String { path == "-" ? "-" : path == nil && name.count > 60 ? name.prefix(60) + "…" : name }

    private init(_ name: String, path: String?, isInDirectory: Bool = false) {
        self.name = name
        self.path = path
        self.isInDirectory = isInDirectory
    }

    /// The file, the files of the directory in the order of their names, standard input, or the text itself.
    static func sources(named input: String) throws(CommandFailure) -> [InspectedSource] {
        guard input != "-" else { return [InspectedSource("standard input", path: "-")] }
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: input, isDirectory: &isDirectory) else {
            return [InspectedSource(input, path: nil)]
        }
        guard isDirectory.boolValue else { return [InspectedSource(input, path: input)] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: input) else {
            throw CommandFailure("cannot read the directory \(input)")
        }
        // A pipe or a device in the directory would make the command wait for ever.
        let files = names.sorted().filter { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: input + "/" + name)
            return !name.hasPrefix(".") && attributes?[.type] as? FileAttributeType == .typeRegular
        }
        guard !files.isEmpty else { throw CommandFailure("there is no file to inspect in the directory \(input)") }
        return files.map { InspectedSource($0, path: input + "/" + $0, isInDirectory: true) }
    }

    func bytes() throws(CommandFailure) -> [UInt8] {
        guard let path else { return Array(name.utf8) }
        return try InputFile.bytes(of: path)
    }

    /// Why there is nothing to show.
    func failure(_ inspection: Inspection) -> CommandFailure {
        let reason = inspection.refusal?.detail ?? "nothing that is known here"
        guard path == nil else { return CommandFailure("cannot inspect \(name): \(reason)") }
        let text = name.count <= 60 ? name : name.prefix(60) + "…"
        return CommandFailure("cannot inspect '\(text)': there is no file of that name, and as a text: \(reason)")
    }
}

import Foundation

/// The scenarios that a command line names: files, and folders with all scenarios below them.
enum ScenarioPaths {
    /// Every file named, and every `.yaml` and `.yml` below every folder named, in the order given and sorted by path
    /// within a folder.
    ///
    /// - Throws: ``CommandFailure`` if there is nothing of a name, or no scenario in a folder.
    static func files(at paths: [String]) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CommandFailure("\(path): there is no such file or directory. Check the path")
            }
            guard isFolder.boolValue else {
                files.append(path)
                continue
            }
            let below = scenarios(below: path)
            guard !below.isEmpty else {
                throw CommandFailure(
                    "\(path): there is no scenario in this directory, no file that ends in .yaml or .yml"
                )
            }
            files += below
        }
        return files
    }

    /// Whether a file of this name holds a scenario.
    static func isScenario(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

    private static func scenarios(below folder: String) -> [String] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter(isScenario)
            .filter { name in !name.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { prefix + $0 }
    }
}

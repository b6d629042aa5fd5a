import Foundation
import Testing

@testable import kinescope

/// Documentation/how-to/time-travel.md, simulate: files, and folders with every `.yaml` and `.yml` below them, sorted by path;
/// names that begin with a dot are passed over.
@Suite struct ScenarioPathsTests {
    let folder = TemporaryFolder()

    private func write(_ names: [String]) throws {
        for name in names {
            let url = folder.url(of: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try folder.write(ScenarioText.good, to: name)
        }
    }

    /// The scenarios below the folder, seen from it.
    private func found(in name: String = "") throws -> [String] {
        let path = folder.url(of: name).path
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return try ScenarioPaths.files(at: [path]).map { file in
            #expect(file.hasPrefix(prefix))
            return String(file.dropFirst(prefix.count))
        }
    }

    @Test("Of a folder every .yaml and .yml below it is found, at whatever depth, sorted by path")
    func below() throws {
        try write(["b.yaml", "a/z.yml", "a/b/c/d.yaml", "a.yml", "B.yaml", "yaml", "a.yaml.txt", "a.json", "c.YAML"])
        #expect(try found() == ["B.yaml", "a.yml", "a/b/c/d.yaml", "a/z.yml", "b.yaml"])
    }

    @Test(
        "A name that begins with a dot is passed over, with all that is below it",
        arguments: [
            ".a.yaml", ".a.yml", ".yaml", ".drafts/a.yaml", ".drafts/below/a.yaml", "kept/.drafts/a.yml",
            "kept/.drafts/below/further/a.yaml", "kept/.a.yaml", "..drafts/a.yaml",
        ]
    )
    func hidden(name: String) throws {
        try write(["seen.yaml", "kept/seen.yml", "not.hidden/a.b.yaml", name])
        #expect(try found() == ["kept/seen.yml", "not.hidden/a.b.yaml", "seen.yaml"])
    }

    @Test("A folder where all names begin with a dot holds no scenario")
    func onlyHidden() throws {
        try write([".drafts/a.yaml", ".b.yml"])
        let failure = #expect(throws: CommandFailure.self) { try ScenarioPaths.files(at: [folder.url.path]) }
        #expect(failure?.status == .refused)
    }

    @Test("Where the folder itself lies does not matter: what is passed over is below it")
    func place() throws {
        try write([".work/Scenarios/a.yaml", ".work/Scenarios/b/c.yml", ".work/Scenarios/.d/e.yaml"])
        #expect(try found(in: ".work/Scenarios") == ["a.yaml", "b/c.yml"])
    }

    @Test("Files and folders are told in the order given")
    func order() throws {
        try write(["z.yaml", "one/b.yaml", "one/a.yaml", "two/c.yaml"])
        let paths = ["two", "z.yaml", "one"].map { folder.url(of: $0).path }
        let names = ["two/c.yaml", "z.yaml", "one/a.yaml", "one/b.yaml"]
        #expect(try ScenarioPaths.files(at: paths) == names.map { folder.url(of: $0).path })
    }
}

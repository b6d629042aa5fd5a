import Checkout
import Foundation
import Testing

/// Scripts can be started.
@Suite struct ScriptTests {
    static let scripts =
        Checkout.files(below: "Scripts", suffix: "").filter {
            // What Python leaves behind and what a script reads are no scripts.
            !$0.hasSuffix(".py") && !$0.hasSuffix(".c") && !$0.hasSuffix(".yaml") && !$0.contains("/__pycache__")
        } + [".ci/run", ".clusterfuzzlite/build.sh", ".oss-fuzz/build.sh"]

    @Test("A script is executable and says what runs it", arguments: scripts)
    func startable(path: String) {
        let url = Checkout.top.appending(path: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return
        }
        #expect(FileManager.default.isExecutableFile(atPath: url.path), "chmod +x \(path)")
        #expect(Checkout.text(of: path).hasPrefix("#!"), "\(path) needs a first line such as #!/usr/bin/env bash")
    }

    @Test("The scripts that the README promises are there", arguments: ["demo", "test", "requirements"])
    func promised(name: String) {
        #expect(Checkout.exists("Scripts/\(name)"))
    }
}

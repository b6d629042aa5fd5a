import CCommit

/// The version of the program, and the commit that it was built from where the build knows it.
enum Version {
    /// The version, as the header of JSON output has it.
    static let number = "0.1.0"

    /// The abbreviated hash in `KINESCOPE_COMMIT` at the time of the build; nil for a build without it.
    static let commit: String? = unsafe kinescope_commit().map { unsafe String(cString: $0) }

    /// The line of `--version`.
    static let text = text(commit: commit)

    /// The line of `--version` for a commit.
    static func text(commit: String?) -> String {
        "kinescope \(number)" + (commit.map { " (\($0))" } ?? "")
    }
}

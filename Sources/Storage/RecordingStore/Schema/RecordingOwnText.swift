/// The texts that every recording holds, whatever was recorded: its tables, and the keys of the information about the
/// whole.
public enum RecordingOwnText {
    /// All of it, one piece a line.
    ///
    /// A secret that stands in it may stand in a file that holds no secret.
    public static let bytes = Array((RecordingSchema.statements + RecordingTable.keys).joined(separator: "\n").utf8)
}

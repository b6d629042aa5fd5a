import Documents
import Exchanges

/// The parts of an exchange's row beside the messages, in two columns: `archive_entry`, the extra members of a HAR
/// entry, and `notes`, the recorder's notes, which a HAR has as the entry's member `_kinescope`.
struct StoredNotes {
    /// JSON text.
    var harExtras: [UInt8]?
    /// JSON text.
    var notes: [UInt8]?

    /// Both columns of an exchange.
    init(_ entry: JSONObject?) {
        guard let entry else { return }
        guard let index = Self.index(of: entry), case .object(let notes) = entry.members[index].value else {
            harExtras = Array(JSONValue.object(entry).serialized.utf8)
            return
        }
        var rest = entry.members
        rest.remove(at: index)
        if !rest.isEmpty { harExtras = Array(JSONValue.object(JSONObject(rest)).serialized.utf8) }
        self.notes = Array(JSONValue.object(notes).serialized.utf8)
    }

    /// The entry with the notes where an import of an exported HAR has them: before what follows from the times.
    static func entry(_ harExtras: JSONObject?, _ notes: JSONObject?) -> JSONObject? {
        guard let notes else { return harExtras }
        var members = harExtras?.members ?? []
        let place = members.firstIndex { RecorderNotes.laterKeys.contains(exactly: $0.key) } ?? members.endIndex
        members.insert(JSONMember(RecorderNotes.key, .object(notes)), at: place)
        return JSONObject(members)
    }

    /// Returns the index of the only member of this name.
    ///
    /// A HAR from elsewhere may have several: those stay where they are.
    private static func index(of entry: JSONObject) -> Int? {
        var found: Int?
        for (index, member) in entry.members.enumerated() where member.$key == RecorderNotes.key {
            guard found == nil else { return nil }
            found = index
        }
        return found
    }
}

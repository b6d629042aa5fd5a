import Documents
import PassAPI

/// What an app states of its device in place of what the recorded one stated.
///
/// Field by field, the first value that comes where one was recorded is the app's own: no device but the recorded one is like it.
/// From then on the app is held to it.
struct OwnInformation: Sendable {
    private var values: [Key: Value] = [:]
    /// The bytes of all of it.
    private var bytes = 0
    /// The information of the last request in which nothing differed, which need not be read once more.
    private var settled: (recorded: ExactText?, replayed: ExactText?)?

    /// So many bytes are kept, names and values together: 256 KiB.
    static let longest = 1 << 18

    private struct Key: Hashable {
        var name: ExactText
        var recorded: ExactText?

        init(_ field: DeviceInformationField) { (name, recorded) = (field.$name, field.recorded) }

        /// The key of recorded information as a whole.
        init(whole recorded: String) {
            (name, self.recorded) = (ExactText(DeviceInformationField.wholeName), ExactText(recorded))
        }
    }

    private struct Value {
        /// Nil if the field is none that the app sends.
        var text: ExactText?
    }

    /// Returns the fields in which what is sent differs from what the app has in place of the recorded.
    ///
    /// That it sends none at all is a difference only if it has: which calls need the information is for each app to find out.
    func differences(recorded: String?, replayed: String?) -> [FieldDifference] {
        if isSettled(recorded, replayed) { return [] }
        var found: [FieldDifference] = []
        for field in DeviceInformationField.all(recorded: recorded, replayed: replayed) {
            guard let own = values[Key(field)] else {
                // What is too much to be kept is compared with the recorded one.
                let isKnowable = replayed == nil || bytes + Self.size(of: field) <= Self.longest
                if !isKnowable, field.replayed != field.recorded { found.append(Self.difference(field, nil)) }
                continue
            }
            if own.text != field.replayed { found.append(Self.difference(field, own.text)) }
        }
        return found
    }

    /// What is sent in place of the recorded information is the app's own, as far as it has sent none before.
    mutating func learn(recorded: String?, replayed: String?) {
        guard let replayed, !isSettled(recorded, replayed) else { return }
        var isAlike = true
        for field in DeviceInformationField.all(recorded: recorded, replayed: replayed) {
            let key = Key(field)
            if let own = values[key] {
                isAlike = isAlike && own.text == field.replayed
            } else if bytes + Self.size(of: field) <= Self.longest {
                bytes += Self.size(of: field)
                values[key] = Value(text: field.replayed)
            } else {
                isAlike = false
            }
        }
        if let recorded { keep(replayed, for: recorded) }
        if isAlike { settled = (ExactText(recorded), ExactText(replayed)) }
    }

    /// There is something in place of the recorded information: to send none would be another thing.
    private mutating func keep(_ replayed: String, for recorded: String) {
        let (key, size) = (Key(whole: recorded), recorded.utf8.count + replayed.utf8.count)
        guard values[key] == nil, bytes + size <= Self.longest else { return }
        bytes += size
        values[key] = Value(text: ExactText(replayed))
    }

    private func isSettled(_ recorded: String?, _ replayed: String?) -> Bool {
        if recorded == nil, replayed == nil { return true }
        guard let settled else { return false }
        return settled.recorded == ExactText(recorded) && settled.replayed == ExactText(replayed)
    }

    private static func size(of field: DeviceInformationField) -> Int {
        let texts: [ExactText?] = [field.$name, field.recorded, field.replayed]
        return texts.reduce(0) { $0 + ($1?.wrappedValue.utf8.count ?? 0) }
    }

    private static func difference(_ field: DeviceInformationField, _ own: ExactText?) -> FieldDifference {
        func shown(_ text: ExactText?) -> String? {
            guard let text = text?.wrappedValue else { return nil }
            return field.isWhole ? DeviceInformationField.summary(of: text) : text
        }
        var difference = FieldDifference(field.name, recorded: shown(field.recorded), replayed: shown(field.replayed))
        if ExactText(shown(own)) != ExactText(difference.recorded) { difference.own = shown(own) }
        return difference
    }
}

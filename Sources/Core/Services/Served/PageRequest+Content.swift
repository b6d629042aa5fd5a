import Documents
import Exchanges
import PassAPI

extension PageRequest {
    /// What an app states of its device to a host of Adobe's, in the header or, as before V2, in a form; nil if it does not.
    var information: String? {
        content == nil ? nil : value(at: .other("x-device-info")) ?? value(at: .other("device_info"))
    }
}

extension AppSession {
    /// Returns the fields of the body that are neither the recorded ones nor the app's own, though they decide nothing.
    func contentDifferences(of request: AppRequest, from entry: Int, in index: RecordingIndex) -> [FieldDifference] {
        guard let came = request.page?.content, let known = index.entries[entry].page?.content,
            came != known
        else { return [] }
        let (old, new) = (Self.byName(known), Self.byName(came))
        let own = index.entries[entry].own
        var seen: Set<ExactText> = []
        var found: [FieldDifference] = []
        for name in (known + came).map(\.$name) where seen.insert(name).inserted && name != "device_info" {
            let (before, now) = (old[name], new[name])
            if let before, let now, isOwn(name, own) || isSame(now, before) { continue }
            found.append(FieldDifference(name.wrappedValue, recorded: before, replayed: now))
        }
        return found
    }

    private static func byName(_ fields: [BodyField]) -> [ExactText: BodyField] {
        fields.reduce(into: [:]) { $0[$1.$name] = $1 }
    }

    /// Checks whether what is in a field is a client's own: those on top are held against what the app has already.
    private func isOwn(_ name: ExactText, _ own: [RecordingIndex.Own]) -> Bool {
        if own.contains(where: { $0.place == .page(.other(name)) }) { return true }
        let last = name.wrappedValue.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) }
        return last.flatMap { OwnValueKind(named: $0) } != nil
    }

    /// Checks whether a field is the recorded one, but for values in it that are known to be the app's own.
    private func isSame(_ field: BodyField, _ recorded: BodyField) -> Bool {
        guard field != recorded else { return true }
        guard field.isList == recorded.isList, field.values.count == recorded.values.count else { return false }
        for (now, before) in zip(field.values, recorded.values) where now != before {
            guard let text = translated(now.wrappedValue), before == text else { return false }
        }
        return true
    }
}

extension FieldDifference {
    /// A difference in a field of a body.
    fileprivate init(_ name: String, recorded: BodyField?, replayed: BodyField?) {
        let (old, new) = (recorded?.text, replayed?.text)
        // A list of one looks like its text.
        let isAlike = ExactText(old) == ExactText(new)
        self.init(name, recorded: isAlike ? recorded?.json : old, replayed: isAlike ? replayed?.json : new)
    }
}

import Documents
import Exchanges
import PassAPI

extension PageRequest {
    /// The fields of a body that went to a host of Adobe's.
    struct Content: Hashable, Sendable {
        /// Those that decide what the response is, in an order of their own, so that it does not matter how they came.
        var deciding: [BodyField]
        /// The others, in order.
        var carried: [BodyField]

        /// The fields of a request's body.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - isOfV2: Whether REST API V2 decides by what is in it (rest-api-v2.md §5.2, §5.3, §5.9, §5.10).
        init(of request: HTTPRequest, isOfV2: Bool) {
            let fields = BodyField.fields(of: request)
            deciding = isOfV2 ? Self.names.compactMap { name in fields.first { $0.$name == name } } : []
            carried = isOfV2 ? fields.filter { field in !Self.names.contains(field.$name) } : fields
            for place in deciding.indices where deciding[place].$name == "resources" {
                // A decision for each: nothing is known of an order, and an id may come in an MRSS document.
                deciding[place].values = deciding[place].values.map {
                    ExactText(MRSSResource($0.wrappedValue).canonical)
                }
                .sorted { $0.wrappedValue.utf8.lexicographicallyPrecedes($1.wrappedValue.utf8) }
            }
        }

        /// The fields by which REST API V2 decides.
        fileprivate static let names: [ExactText] = ["mvpd", "resources"]
    }

    /// What an app states of its device to a host of Adobe's, in the header or, as before V2, in a form; nil if it does not.
    var information: String? {
        content == nil ? nil : value(at: .other("x-device-info")) ?? value(at: .other("device_info"))
    }

    /// The fields of the body in which this request is for another thing than a recorded one.
    func contradictions(to recorded: PageRequest) -> [FieldDifference] {
        guard let came = content?.deciding, let known = recorded.content?.deciding, came != known else { return [] }
        return Content.names.compactMap { name in
            let (old, new) = (known.first { $0.$name == name }, came.first { $0.$name == name })
            return old == new ? nil : FieldDifference(name.wrappedValue, recorded: old, replayed: new)
        }
    }
}

extension AppSession {
    /// Returns the fields of the body that are neither the recorded ones nor the app's own, though they decide nothing.
    func contentDifferences(of request: AppRequest, from entry: Int, in index: RecordingIndex) -> [FieldDifference] {
        guard let came = request.page?.content?.carried, let known = index.entries[entry].page?.content?.carried,
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

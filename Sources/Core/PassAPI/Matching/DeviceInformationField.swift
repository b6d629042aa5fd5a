package import Documents

/// A field of the client information of two requests, with what each has in it.
package struct DeviceInformationField: Hashable, Sendable {
    /// The name, as differences have it: `X-Device-Info.model`; `X-Device-Info` for what is not told apart.
    @ExactText package var name: String
    /// The recorded value; nil if the recorded request has none.
    package var recorded: ExactText?
    /// The value now; nil if the request has none.
    package var replayed: ExactText?
    /// True if it is the information as a whole, as it was sent, since one of the two has none that can be read.
    package var isWhole: Bool

    private init(_ name: String, _ recorded: ExactText?, _ replayed: ExactText?, isWhole: Bool = false) {
        (self.recorded, self.replayed, self.isWhole) = (recorded, replayed, isWhole)
        self.name = name
    }

    /// The name of the information as a whole.
    package static let wholeName = "X-Device-Info"

    /// The fields of recorded information and of what is sent in its place, those that agree too, in the recorded order.
    ///
    /// Where nothing was recorded, no field has a recorded value.
    package static func all(recorded: String?, replayed: String?) -> [DeviceInformationField] {
        if recorded == nil, replayed == nil { return [] }
        let old: DeviceInformation? =
            if let recorded { DeviceInformation(decoding: recorded) } else { DeviceInformation([]) }
        guard let old, let new = replayed.flatMap({ DeviceInformation(decoding: $0) }) else {
            return [DeviceInformationField(wholeName, ExactText(recorded), ExactText(replayed), isWhole: true)]
        }
        let (before, now) = (old.valuesByName, new.valuesByName)
        var seen: Set<ExactText> = []
        var found: [DeviceInformationField] = []
        for field in old.fields + new.fields where seen.insert(field.$name).inserted {
            found.append(
                DeviceInformationField(
                    "\(wholeName).\(field.name)",
                    ExactText(before[field.name].first),
                    ExactText(now[field.name].first)
                )
            )
        }
        let (further, furtherNow) = (ExactText(old.furtherText), ExactText(new.furtherText))
        if further != nil || furtherNow != nil {
            found.append(DeviceInformationField(wholeName, further, furtherNow))
        }
        return found
    }

    /// Information as a whole for a person: the names in it, or the beginning of what cannot be read.
    package static func summary(of value: String) -> String {
        guard let information = DeviceInformation(decoding: value) else { return shortened(value) }
        let names = information.fields.map(\.name).joined(separator: ", ")
        return names.isEmpty ? "{}" : shortened(names)
    }

    /// So many characters of a text are shown: 120.
    private static let shownCharacters = 120

    private static func shortened(_ text: String) -> String {
        guard text.count > shownCharacters else { return text }
        return "\(text.prefix(shownCharacters))…, \(CountedNoun.text(text.count, "character"))"
    }
}

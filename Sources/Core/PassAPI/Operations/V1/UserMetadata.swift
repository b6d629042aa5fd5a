public import Documents
public import VirtualTime

extension OperationSpecification {
    // v1/user-metadata.md; rest-api-v1.md §7.12, which alone states "XML unless JSON asked for"
    static let userMetadata = Row(.userMetadata, .restV1, "GET /api/v1/tokens/usermetadata", for: .metadata) {
        $0.adobeName = "User Metadata"
        $0.answer = .document(.selectable(otherwise: .xml)) { .userMetadata($0) }
        $0.otherInstants = InstantField.userMetadata
        $0.grants = [.needs(.authenticationToken), .refused(without: .authenticationToken, .status(412))]
        $0.parameters = .deviceCall()
    }
}

/// The known facts about the user (rest-api-v1.md §7.12).
public struct UserMetadata: Hashable, Sendable {
    /// The instant of its last change.
    public var updated: Instant?
    /// The names whose values are encrypted.
    public var encrypted: [String]
    /// The values by name, as they came.
    public var data: JSONObject

    /// Metadata with these parts.
    public init(updated: Instant? = nil, encrypted: [String] = [], data: JSONObject = [:]) {
        self.updated = updated
        self.encrypted = encrypted
        self.data = data
    }

    /// The source of the AuthN token: `Apple` after platform sign-on (row K-78).
    public var tokenSource: String? { data["tokenSource"]?.string }

    /// The value of this name as text: a text as it is, anything else as JSON; nil if there is none.
    public func text(of name: String) -> String? {
        guard let value = data[name] else { return nil }
        return value.string ?? value.serialized
    }
}

extension UserMetadata: AnswerPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard let data = node.child("data")?.freeObject else { throw AnswerFailure("data is missing") }
        self.init(
            updated: node.integer("updated").map { Self.instant($0) },
            encrypted: node.strings("encrypted") ?? [],
            data: data
        )
    }

    /// Whole seconds, unlike every other time of the interface (rest-api-v1.md §7.12); what would be past the year 9999
    /// can only be milliseconds.
    private static func instant(_ number: Int64) -> Instant {
        number > Instant.distantFuture.secondsSince1970
            ? Instant(millisecondsSince1970: number) : Instant(secondsSince1970: number)
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("updated", .integer(updated?.secondsSince1970)), ("encrypted", .texts(encrypted)), ("data", .object(data)),
        ])
    }

    /// The shape is not documented: `<metadata>` with the members of the JSON by name.
    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "metadata",
            [.leaf("updated", (updated?.secondsSince1970).map { String($0) })]
                + XMLElement.list("encrypted", encrypted, choices.listEncoding) + [.free("data", data)]
        )
    }
}

import Documents
import VirtualTime

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

import Documents
import Testing

@testable import Redaction

/// ``Scope``: what a name says depends on where it stands (Documentation/reference/redaction-rules.md, Names).
@Suite struct ScopeTests {
    /// A name and a value.
    typealias Field = (name: String, value: String)

    /// A place that fields are written in.
    enum Place: CaseIterable {
        case formToAdobe, queryToAdobe, fragmentToAdobe, jsonToAdobe, redirectByAdobe, jsonFromAdobe, xmlFromAdobe
        case formToOther, queryToOther

        var isParameter: Bool { self != .jsonFromAdobe && self != .xmlFromAdobe }
        var isAdobe: Bool { self != .formToOther && self != .queryToOther }

        private var url: String {
            isAdobe ? "https://api.auth.adobe.com/o/client/token" : "https://login.plover.example/x"
        }

        /// The fields as they are written there.
        func written(_ fields: [Field]) -> String {
            let form = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            switch self {
            case .formToAdobe, .formToOther: return form
            case .queryToAdobe, .redirectByAdobe, .queryToOther: return url + "?" + form
            case .fragmentToAdobe: return url + "#" + form
            case .jsonToAdobe, .jsonFromAdobe:
                return JSONValue.object(JSONObject(fields.map { JSONMember($0.name, .string($0.value)) })).serialized
            case .xmlFromAdobe:
                return "<result>" + fields.map { "<\($0.name)>\($0.value)</\($0.name)>" }.joined() + "</result>"
            }
        }

        /// Returns what is left of the text that stands there.
        func left(_ text: String) -> String {
            switch self {
            case .formToAdobe, .formToOther: return Probe.form(text, to: url)
            case .queryToAdobe, .fragmentToAdobe, .queryToOther: return Probe.url(text)
            case .redirectByAdobe:
                let exchange = Probe.exchange("GET", url, answerHeaders: [("Location", text)])
                return Probe.redact(exchange)[0].response?.headers[0].value ?? ""
            case .jsonToAdobe:
                let type = ("Content-Type", "application/json")
                let exchange = Probe.exchange("POST", url, headers: [type], body: text)
                return Probe.text(Probe.redact(exchange)[0].request.body)
            case .jsonFromAdobe, .xmlFromAdobe: return Probe.answer(text, url: url)
            }
        }
    }

    /// A value for each name, of no word that looks drawn by chance and of no host.
    private static func fields(_ names: [String]) -> [Field] {
        names.enumerated().map { ($1, "lantern-\($0)-owl") }
    }

    private static func replaced(_ fields: [Field]) -> [Field] {
        fields.map { ($0.name, Probe.pseudonym($0.value)) }
    }

    @Test(
        "code, state and reason are harmless in answers only, and secret as a parameter, at Adobe too",
        arguments: Place.allCases
    )
    func harmlessInAnswers(place: Place) {
        let fields = Self.fields(["code", "state", "reason"])
        let expected = place.isParameter ? Self.replaced(fields) : fields
        #expect(place.left(place.written(fields)) == place.written(expected))
    }

    @Test(
        "What is harmless in messages to and from Adobe is secret where it is sent to others",
        arguments: Place.allCases
    )
    func harmlessHere(place: Place) throws {
        var fields = Self.fields(try NameRulesTests.words(ofParagraph: "Harmless in messages to and from Adobe: "))
        // The element holds user metadata; `userMeta=1` of a request asks for them.
        if place == .xmlFromAdobe { fields.removeAll { $0.name == "usermeta" } }
        let expected = place.isAdobe ? fields : Self.replaced(fields)
        #expect(place.left(place.written(fields)) == place.written(expected))
    }

    @Test(
        "What names a requestor, an MVPD and the like is kept, as is what is harmless anywhere",
        arguments: Place.allCases
    )
    func kept(place: Place) throws {
        let fields = Self.fields(
            try NameRulesTests.words(ofParagraph: "Kept, and never a secret elsewhere: ")
                + NameRulesTests.words(ofParagraph: "Harmless anywhere: ")
        )
        #expect(place.left(place.written(fields)) == place.written(fields))
    }
}

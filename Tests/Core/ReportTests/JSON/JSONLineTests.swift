import Documents
import Testing
import VirtualTime

@testable import Report

@Suite struct JSONLineTests {
    @Test("The header names schema, command and version; the summary begins with its command")
    func ends() {
        #expect(
            JSONLine.header(of: "replay", version: "0.1.0")
                == #"{"type":"header","schema":2,"command":"replay","kinescope":"0.1.0"}"# + "\n"
        )
        #expect(
            JSONLine.summary(of: "verify", ["isFinished": .bool(true)])
                == #"{"type":"summary","command":"verify","isFinished":true}"# + "\n"
        )
    }

    @Test("What is not known is null, lists are never")
    func typed() {
        #expect(JSONValue.text(nil) == .null && JSONValue.instant(nil) == .null && JSONValue.count(Int?.none) == .null)
        #expect(JSONValue.ordinals([]) == .array([]) && JSONValue.texts([]) == .array([]))
        #expect(JSONValue.instant(Instant(secondsSince1970: 0)).serialized == #""1970-01-01T00:00:00Z""#)
    }

    @Test("Names with hyphens become codes", arguments: [("authz-token", "authzToken"), ("jwt", "jwt"), ("", "")])
    func camelCased(name: String, code: String) {
        #expect(name.camelCased == code)
    }

    @Test(
        "A source is an object: its type, and which one where there can be several",
        arguments: [
            ("service", #"{"type":"service"}"#), ("app com.kite.tv", #"{"type":"app","name":"com.kite.tv"}"#),
            ("device living room", #"{"type":"device","name":"living room"}"#),
        ]
    )
    func source(title: String, json: String) {
        #expect(SourceJSON(title: title).value.serialized == json)
        #expect(SourceJSON(of: .mvpd("Meadowlark")).value.serialized == #"{"type":"mvpd","name":"Meadowlark"}"#)
        #expect(SourceJSON(of: .service).value.serialized == #"{"type":"service"}"#)
    }
}

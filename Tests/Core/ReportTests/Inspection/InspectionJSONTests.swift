import Checkout
import Documents
import Foundation
import Inspection
import Report
import Testing
import VirtualTime

@Suite("The inspection as an object of JSON")
struct InspectionJSONTests {
    /// The object of what a file in Recordings/saml holds, as of a time within its validity.
    private func object(_ name: String) throws -> JSONObject {
        let path = Checkout.top.appending(path: "Recordings/saml/\(name)")
        let bytes = [UInt8](try Data(contentsOf: path))
        let instant = try #require(Instant(iso8601: "2026-11-20T22:00:00Z"))
        return Inspection(of: bytes, at: instant).object(input: name)
    }

    @Test("What Kinescope names in a SAML response has a code, an attribute its own name too, and remarks are codes")
    func saml() throws {
        let fields = try object("attribute-values-of-every-kind.xml")["fields"]?.array?.compactMap(\.object) ?? []
        func value(_ code: String) -> JSONValue? { fields.first { $0["code"]?.string == code }?["value"] }
        #expect(value("responseId") == .string("_r1") && value("assertionId") == .string("_a1"))
        #expect(value("notOnOrAfter") == .string("2026-11-21T21:59:12Z"))
        #expect(value("audience") == .array([.string("https://saml.sp.kite.example")]))
        let attributes = fields.filter { $0["code"]?.string == "attribute" }
        #expect(attributes.map { $0["name"]?.string } == ["none", "empty", "nil", "three", "three", "three"])
        #expect(attributes.map { $0["remark"]?.string } == ["noValue", "emptyValue", "null", nil, nil, nil])
        #expect(fields.allSatisfy { ($0["name"] != nil) == ($0["code"]?.string == "attribute") })
    }

    @Test("A refusal has the place as numbers, and its sentence in the message alone")
    func refusal() throws {
        let refusal = try #require(try object("duplicate-id.xml")["refusal"])
        #expect(refusal["code"]?.string == "duplicateId")
        #expect(refusal["message"]?.string == #"the ID "_r1" is on two elements, on line 4"#)
        let fields = refusal["fields"]?.array?.compactMap(\.object) ?? []
        #expect(fields.map { $0["name"]?.string } == ["line"])
        #expect(fields.map { $0["recorded"] } == [.count(4)])
    }

    @Test("A time has the instant that it means, a lifetime its microseconds, a signature its size")
    func meanings() throws {
        let text =
            "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><ttl>420000</ttl>"
            + "<issueTime>2026/01/01 00:00:00 GMT +0000</issueTime></shortAuthorizationToken>"
        let object = Inspection(of: Array(text.utf8), at: Instant(secondsSince1970: 1_767_225_660)).object(input: "t")
        let fields = object["fields"]?.array?.compactMap(\.object) ?? []
        func field(_ name: String) -> JSONObject? { fields.first { $0["name"]?.string == name } }
        #expect(field("ttl")?["value"]?.string == "420000" && field("ttl")?["valueMicroseconds"] == .count(420_000_000))
        #expect(field("issueTime")?["valueAt"]?.string == "2026-01-01T00:00:00Z")
        let signature = fields.first { $0["code"]?.string == "signatureBytes" }
        #expect(signature?["value"] == .count(3) && signature?["remark"]?.string == "notVerified")
    }
}

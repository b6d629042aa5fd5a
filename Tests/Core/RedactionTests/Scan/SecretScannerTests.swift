import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct SecretScannerTests {
    private static let secret = "box/0001+Ääß-77???>>>~~~"

    private var gate: SecretScanner {
        var redactor = Redactor(key: Captures.key)
        redactor.study(
            Probe.exchange(
                "POST",
                headers: [Probe.formType],
                body: "requestor=KITETV&deviceId=" + PercentEncoding.form(Self.secret),
                ordinal: 5
            )
        )
        return redactor.secretScanner
    }

    private static let bytes = Array(secret.utf8)

    private static let plants: [(Leak.Form, [UInt8])] = [
        (.raw, bytes),
        (.percent, Array(PercentEncoding.component(secret).utf8)),
        (.percent, Array(PercentEncoding.component(secret).lowercased().utf8)),
        (.percent, bytes.flatMap { [0x25] + Layers.hexadecimal([$0], isUpper: true) }),
        (.base64, Base64Text.encode(bytes)),
        (.base64, Base64Text.encode([1] + bytes)),
        (.base64, Base64Text.encode([1, 2] + bytes + [3])),
        (.base64url, Base64Text.encode(bytes, isURLSafe: true, isPadded: false)),
        (.base64, Array(PercentEncoding.component(Probe.text(Base64Text.encode(bytes))).utf8)),
        (.hex, Layers.hexadecimal(bytes, isUpper: false)),
        (.hex, Layers.hexadecimal(bytes, isUpper: true)),
        (.json, Array(#"box\/0001+\u00c4\u00e4\u00df-77???>>>~~~"#.utf8)),
        (.xml, Array("box&#x2F;0001&#43;Ääß-77???&gt;>&#62;~~~".utf8)),
    ]

    @Test("What a file says of itself is not looked for, nor what begins within it; the rest is")
    func ownText() {
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType],
            body: "token=table_of_kites&password=kites_index&pin=kite-77-owl"
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        let gate = redactor.secretScanner.ignoring(Array("CREATE table_of_kites_index".utf8))
        #expect(redactor.secretScanner.secretCount == 3)
        #expect(gate.scan(Array("table_of_kites kites_index".utf8)) == [])
        #expect(gate.scan(Array("kite-77-owl".utf8)).count == 1)
    }

    @Test("A secret is found in every form, its place and its field are named", arguments: 0..<13)
    func everyForm(_ index: Int) {
        let (form, planted) = Self.plants[index]
        let leaks = gate.scan(Array("some bytes before ".utf8) + planted + Array(" and some after".utf8))
        #expect(leaks.count == 1)
        #expect(leaks.first?.form == form)
        #expect(leaks.first?.field == "exchange 5 request form field deviceId")
        #expect(leaks.first?.kind == .deviceIdentifier)
        #expect((18...22).contains(leaks.first?.byteOffset ?? 0))
        #expect(leaks.first?.description.contains("0001") == false)
    }

    @Test("A secret is found wherever it stands among plain bytes and other escapes")
    func everyAlignment() {
        let gate = gate
        for (form, planted) in Self.plants {
            for count in 0..<24 {
                for filler in [".", "+", "%", "&", "%2", "\\"] {
                    let before = Array((String(repeating: "x", count: count) + filler).utf8)
                    let leaks = gate.scan(before + planted + Array(filler.utf8))
                    #expect(leaks.map(\.form) == [form], "\(form) after \(count) and \(filler)")
                }
            }
        }
    }

    @Test("A secret that straddles two pieces is found, wherever the border is, and once")
    func straddling() {
        let gate = gate
        for (_, planted) in Self.plants {
            let filler = [UInt8](repeating: 0x2E, count: 3000)
            let bytes = filler + planted + filler
            for border in [2990, 3001, 3005, 3000 + planted.count - 1, 3000 + planted.count, 4000] {
                let leaks =
                    gate.scan(Array(bytes[..<(border + SecretScanner.overlap)]), startingBefore: border)
                    + gate.scan(Array(bytes[border...]), at: border)
                #expect(leaks.count == 1)
                #expect((3000...3004).contains(leaks.first?.byteOffset ?? 0))
            }
        }
    }

    @Test("Pieces of one byte are as good as any")
    func singleBytes() {
        let bytes = [UInt8](repeating: 0x2E, count: 900) + Self.bytes + [UInt8](repeating: 0x2E, count: 900)
        let leaks = bytes.indices.flatMap { index in
            gate.scan(Array(bytes[index...].prefix(1 + SecretScanner.overlap)), startingBefore: 1, at: index)
        }
        #expect(leaks.map(\.byteOffset) == [900])
    }

    @Test("Innocent bytes and pseudonyms raise no alarm")
    func silence() {
        #expect(gate.scan([]) == [])
        #expect(gate.scan(Array("deviceId=".utf8)) == [])
        #expect(gate.scan((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }) == [])
        #expect(gate.scan(Array(Probe.pseudonym(Self.secret).utf8)) == [])
    }

    @Test("No more leaks than the limit are reported")
    func limit() {
        let gate = gate
        let many = Array(repeatElement(Self.bytes + [0x20], count: SecretScanner.maximumLeaks + 1).joined())
        #expect(gate.scan(many).count == SecretScanner.maximumLeaks)
        #expect(gate.scan(Array(many.dropFirst(2 * (Self.bytes.count + 1)))).count == SecretScanner.maximumLeaks - 1)
    }

    @Test("Thousands of secrets with the same beginning are told apart")
    func crowdedBeginnings() {
        var redactor = Redactor(key: Captures.key)
        for number in 0..<3000 {
            redactor.study(
                Probe.exchange(
                    "GET",
                    "https://a.adobe.com/?deviceId=the-very-same-long-beginning-of-a-device-\(number)-end",
                    ordinal: number + 1
                )
            )
        }
        let leaks = redactor.secretScanner.scan(Array("x the-very-same-long-beginning-of-a-device-2718-end x".utf8))
        #expect(leaks.map(\.field) == ["exchange 2719 request query field deviceId"])
    }

    @Test("A value that also stands in a kept field is no leak")
    func identities() {
        var redactor = Redactor(key: Captures.key)
        redactor.study(
            Probe.exchange(
                "GET",
                "https://api.auth.adobe.com/api/v1/authorize?resource=Channel-0815&deviceId=Channel-0815"
            )
        )
        #expect(redactor.secretScanner.secretCount == 0)
        #expect(redactor.secretScanner.scan(Array("Channel-0815".utf8)) == [])
    }
}

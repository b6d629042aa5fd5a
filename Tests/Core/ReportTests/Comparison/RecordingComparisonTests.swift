import Documents
import Exchanges
import Report
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct RecordingComparisonTests {
    /// A sign-on of one device, a day later for each `run`.
    private func steps(
        run: Int,
        statuses: [Int] = [403, 200, 200],
        mvpd: String = "Meadowlark",
        device: String? = nil,
        expiresAfter: Int = 86_400,
        order: [Int] = [0, 1, 2]
    ) -> [ComparedStep] {
        let device = device ?? "kite-box-000\(run)"
        let start = 1_800_000_000 + run * 86_400
        let urls = [
            "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV&deviceId=\(device)",
            "https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV&deviceId=\(device)&resource=KITE1",
            "https://play.kite.example/verify",
        ]
        let bodies = [
            #"{"status": \#(statuses[0]), "message": "Forbidden"}"#,
            #"{"mvpd": "\#(mvpd)", "resource": "KITE1", "userId": "user-\#(device)", "expires": "\#((start + expiresAfter) * 1_000)"}"#,
            #"<answer playable="true"><user>user-\#(device)</user></answer>"#,
        ]
        return order.enumerated().map { position, index in
            let exchange = Exchange(
                ordinal: position + 1,
                startedAt: Instant(secondsSince1970: Int64(start + position)),
                durationMicroseconds: 1_000,
                request: HTTPRequest(method: "GET", url: urls[index]),
                outcome: .response(HTTPResponse(status: statuses[index], body: Array(bodies[index].utf8)))
            )
            return ComparedStep(exchange, name: ["Check", "Authorize", "Verify"][index])
        }
    }

    @Test("Two runs of one sign-on do not differ, whatever their clocks and devices")
    func same() {
        let comparison = RecordingComparison(steps(run: 0), steps(run: 1))
        #expect(comparison.differences.map(\.text) == [])
        #expect(comparison.pairCount == 3)
    }

    @Test("A status code that differs is told with both")
    func status() {
        let comparison = RecordingComparison(steps(run: 0), steps(run: 1, statuses: [403, 500, 200]))
        #expect(comparison.differences.map(\.text) == ["exchange 2 | 2  Authorize: status: 200 | 500"])
    }

    @Test("A field of a response that differs is told by its path")
    func field() {
        let comparison = RecordingComparison(steps(run: 0), steps(run: 1, mvpd: "Plover"))
        #expect(comparison.differences.map(\.text) == ["exchange 2 | 2  Authorize: response mvpd: Meadowlark | Plover"])
    }

    @Test("In JSON the part is apart from the name, a status is a number, and a time an instant alone")
    func typed() {
        func fields(_ steps: [ComparedStep]) -> [JSONValue] {
            RecordingComparison(self.steps(run: 0), steps).differences.flatMap { $0.object["fields"]?.array ?? [] }
        }
        #expect(
            fields(steps(run: 1, mvpd: "Plover")).map(\.serialized) == [
                #"{"name":"mvpd","part":"response","first":"Meadowlark","second":"Plover"}"#
            ]
        )
        #expect(
            fields(steps(run: 1, statuses: [403, 500, 200])).map(\.serialized) == [
                #"{"name":"status","first":200,"second":500}"#
            ]
        )
        // A day after 1800000000, and a day, an hour and a day after it.
        #expect(
            fields(steps(run: 1, expiresAfter: 90_000)).map(\.serialized) == [
                #"{"name":"expires","part":"response","first":"2027-01-16T08:00:00Z","second":"2027-01-17T09:00:00Z"}"#
            ]
        )
    }

    @Test("A time may differ by five seconds from where it would be, no more")
    func time() {
        #expect(RecordingComparison(steps(run: 0), steps(run: 1, expiresAfter: 86_405)).differences.isEmpty)
        let comparison = RecordingComparison(steps(run: 0), steps(run: 1, expiresAfter: 86_406))
        #expect(comparison.differences.count == 1)
        #expect(comparison.differences.first?.text.contains("response expires") == true)
    }

    @Test("An identifier that changes half-way is a difference")
    func renaming() {
        let mixed = [steps(run: 1)[0], steps(run: 1, device: "kite-box-0009")[1], steps(run: 1)[2]]
        let lines = RecordingComparison(steps(run: 0), mixed).differences.map(\.text)
        #expect(lines.contains { $0.contains("request deviceId") }, "\(lines)")
    }

    /// A response with an id of these digits, as it was recorded, and with its secrets replaced once more.
    private func step(_ ordinal: Int, zip: String, again: String?, package: String = "gold") -> ComparedStep {
        func exchange(_ zip: String) -> Exchange {
            Exchange(
                ordinal: ordinal,
                startedAt: Instant(secondsSince1970: 1_800_000_000),
                durationMicroseconds: 1_000,
                request: HTTPRequest(method: "GET", url: "https://api.kite.example/user?zip=\(zip)"),
                outcome: .response(
                    HTTPResponse(status: 200, body: Array(#"{"zip": \#(zip), "package": "\#(package)"}"#.utf8))
                )
            )
        }
        return ComparedStep(exchange(zip), name: "User", redactedAgain: again.map(exchange))
    }

    /// Documentation/explanation/redaction.md: each recording has pseudonyms of its own.
    @Test("A pseudonym is compared as an identifier, whatever it looks like, and a short one not at all")
    func pseudonyms() {
        func fields(_ first: [ComparedStep], _ second: [ComparedStep]) -> [String] {
            RecordingComparison(first, second).differences.map(\.text).filter { $0.contains("response") }
        }
        let one = [step(1, zip: "100015", again: "733311"), step(2, zip: "100015", again: "733311")]
        #expect(fields(one, [step(1, zip: "700622", again: "1"), step(2, zip: "700622", again: "1")]) == [])
        // It stands for another one the second time.
        #expect(fields(one, [step(1, zip: "700622", again: "1"), step(2, zip: "700623", again: "1")]).count == 1)
        // Not of a recording whose values are its own.
        #expect(fields([step(1, zip: "100015", again: nil)], [step(1, zip: "700622", again: nil)]).count == 1)
        // Whatever it looks like, such as seconds since 1970.
        let numbers = ["1837927220", "1509228713"].map { step(1, zip: $0, again: "8020619903") }
        #expect(fields([numbers[0]], [numbers[1]]) == [])
        // Five bytes are too few to tell secrets apart.
        #expect(
            fields(
                [step(1, zip: "10001", again: "7"), step(2, zip: "10001", again: "7")],
                [step(1, zip: "70062", again: "1"), step(2, zip: "70063", again: "1")]
            ) == []
        )
        // Nothing, and a text without content, have no pseudonym: they are not the same as what has one.
        for nothing in ["null", "\"\"", "false"] {
            let empty = step(1, zip: nothing, again: nothing)
            for zip in ["10001", "700622"] {
                #expect(fields([empty], [step(1, zip: zip, again: "1")]).count == 1, "\(nothing)")
                #expect(fields([step(1, zip: zip, again: "1")], [empty]).count == 1, "\(nothing)")
            }
        }
        // Different short ones may have the same pseudonym.
        #expect(
            fields(
                [step(1, zip: "7", again: "2"), step(2, zip: "7", again: "2")],
                [step(1, zip: "4", again: "5"), step(2, zip: "3", again: "5")]
            ) == []
        )
        let other = step(1, zip: "700622", again: "1", package: "silver")
        #expect(fields([one[0]], [other]).count == 1)
    }

    @Test("So are pseudonyms in parameters of requests, and in VSA calls")
    func otherPseudonyms() {
        func step(_ domain: String, again: String?) -> ComparedStep {
            func exchange(_ domain: String) -> Exchange {
                Exchange(
                    ordinal: 1,
                    startedAt: Instant(secondsSince1970: 1_800_000_000),
                    durationMicroseconds: 1_000,
                    request: HTTPRequest(
                        method: "GET",
                        url: "https://api.auth.adobe.com/api/v1/authenticate?reg_code=ABC1234&requestor_id=KITETV"
                            + "&mso_id=Meadowlark&domain_name=\(domain)"
                    ),
                    outcome: .response(HTTPResponse(status: 302))
                )
            }
            return ComparedStep(exchange(domain), name: "Login", redactedAgain: again.map(exchange))
        }
        func count(_ first: ComparedStep, _ second: ComparedStep) -> Int {
            RecordingComparison([first], [second]).differences.count
        }
        #expect(count(step("kite.example", again: nil), step("wren.example", again: nil)) == 1)
        #expect(count(step("kite.example", again: "a"), step("wren.example", again: "b")) == 0)
        func call(_ message: String, again: String?) -> ComparedStep {
            func call(_ message: String) -> VSACall {
                VSACall(
                    ordinal: 1,
                    answeredAt: Instant(secondsSince1970: 1_800_000_000),
                    question: .checkAccessStatus(prompt: false),
                    answer: .accessStatus(.denied, AccountError(code: 0, userInfo: [.init("note", message)]))
                )
            }
            return ComparedStep(call(message), redactedAgain: again.map(call))
        }
        #expect(count(call("of Anna Smith", again: nil), call("of Bert Jones", again: nil)) == 1)
        #expect(count(call("of Anna Smith", again: "a"), call("of Bert Jones", again: "b")) == 0)
    }

    @Test("A step that is missing, and one that is new, are told")
    func missing() {
        let all = steps(run: 0)
        let comparison = RecordingComparison(all, [all[0], all[2]])
        #expect(comparison.differences.map(\.text) == ["exchange 2 | -  Authorize: only in the first recording"])
        let other = RecordingComparison([all[0], all[2]], all)
        #expect(other.differences.map(\.text) == ["exchange - | 2  Authorize: only in the second recording"])
    }

    @Test("Another order is told by the fewest steps that moved")
    func order() {
        let comparison = RecordingComparison(steps(run: 0), steps(run: 1, order: [1, 2, 0]))
        #expect(comparison.differences.map(\.text) == ["exchange 1 | 3  Check: in another order"])
    }

    @Test(
        "Steps are paired by the requestor, the MVPD and the resource they ask about: their order alone differs",
        arguments: [
            "/api/v1/checkauthn?requestor=%&deviceId=kite-box-0001",
            "/api/v1/KITETV/profile-requests/%?deviceType=tvOS",
            "/api/v1/authorize?requestor=KITETV&deviceId=kite-box-0001&resource=%",
        ]
    )
    func subjects(call: String) {
        func steps(_ subjects: [String]) -> [ComparedStep] {
            subjects.enumerated().map { position, subject in
                let url = "https://api.auth.adobe.com" + call.replacing("%", with: subject)
                let exchange = Exchange(
                    ordinal: position + 1,
                    startedAt: Instant(secondsSince1970: 1_800_000_000 + Int64(position)),
                    durationMicroseconds: 1_000,
                    request: HTTPRequest(method: "GET", url: url),
                    outcome: .response(HTTPResponse(status: 200, body: Array(#"{"about":"\#(subject)"}"#.utf8)))
                )
                return ComparedStep(exchange, name: "Call")
            }
        }
        let first = steps(["Meadowlark", "Juniper", "Plover"])
        let comparison = RecordingComparison(first, steps(["Juniper", "Plover", "Meadowlark"]))
        #expect(comparison.differences.map(\.text) == ["exchange 1 | 3  Call: in another order"])
        #expect(comparison.pairCount == 3)
        // What only one of the two asks about is paired last, whatever stands in between.
        let other = RecordingComparison(first, steps(["Sandpiper", "Juniper", "Plover"])).differences
        #expect(Set(other.map(\.firstOrdinal)) == [1] && Set(other.map(\.secondOrdinal)) == [1], "\(other.map(\.text))")
    }

    @Test("VSA calls are compared, too")
    func accounts() {
        func response(_ status: AccountAccessStatus) -> ComparedStep {
            ComparedStep(
                VSACall(
                    ordinal: 1,
                    answeredAt: Instant(secondsSince1970: 1_800_000_000),
                    question: .checkAccessStatus(prompt: true),
                    answer: .accessStatus(status, nil)
                )
            )
        }
        #expect(RecordingComparison([response(.granted)], [response(.granted)]).differences.isEmpty)
        let lines = RecordingComparison([response(.granted)], [response(.denied)]).differences.map(\.text)
        #expect(lines.first == "VSA call 1 | 1  checkAccessStatus: result: granted | denied")
    }

    @Test("As JSON a difference has all keys, whatever its reason")
    func json() throws {
        let difference = try #require(RecordingComparison(steps(run: 0), []).differences.first)
        #expect(
            JSONValue.object(difference.object).serialized == """
                {"type":"difference","code":"onlyInFirst","first":{"exchange":1},"second":null,"fields":[],\
                "message":"exchange 1 | -  Check: only in the first recording"}
                """
        )
        #expect(difference.reason == RecordingDifference.Reason.onlyInFirst)
    }
}

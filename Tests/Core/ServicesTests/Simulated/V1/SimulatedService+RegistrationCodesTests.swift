import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// The registration code service, from rest-api-v1.md §6.
@Suite struct SimulatedServiceRegistrationCodesTests {
    @Test("A code is made with 201, lives half an hour and says so in milliseconds")
    func create() throws {
        let desk = Desk()
        desk.now = Instant(secondsSince1970: 1_767_225_600, nanosecond: 1_999_999)
        let record = try #require(desk.code(mvpd: "Meadowlark"))
        #expect(record.code.count == 7)
        #expect(record.code.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
        #expect(record.requestor == "KITETV")
        #expect(record.mvpd == "Meadowlark")
        #expect(record.generated?.millisecondsSince1970 == 1_767_225_600_001)
        #expect(record.expires?.millisecondsSince1970 == 1_767_227_400_001)
        #expect(record.info["deviceId"]?.string == Base64.encode("kite-box-0001".utf8))
        #expect(record.info["authorizationType"]?.string == "OAUTH2")
        #expect(try #require(desk.code()).mvpd == nil)
    }

    @Test("Without a device id the answer is 400 and says what is required")
    func noDevice() {
        let desk = Desk()
        var request = PassRequest.createRegistrationCode(desk.context)
        request["deviceId"] = nil
        let answer = desk.answer(request)
        #expect(answer.status == 400)
        #expect(desk.body(answer, request) == #"{"status":400,"message":"Required 'deviceId' is not present"}"#)
        request["requestor"] = "NOBODY"
        request["deviceId"] = "box"
        #expect(desk.answer(request).status == 400)
    }

    @Test("A ttl is in seconds, up to ten hours", arguments: [(1, 201), (36_000, 201), (36_001, 400)])
    func lifetimes(ttl: Int, status: Int) {
        let desk = Desk()
        let answer = desk.answer(.createRegistrationCode(desk.context, ttl: ttl))
        #expect(answer.status == status)
        guard case .registrationRecord(let record) = answer.content else { return }
        #expect(record.expires == desk.now + .seconds(ttl))
    }

    @Test(
        "A ttl of no seconds, or of none that can be read, is refused",
        arguments: ["0", "-5", "soon", ""]
    )
    func oddLifetimes(ttl: String) {
        let desk = Desk()
        var request = PassRequest.createRegistrationCode(desk.context)
        request.parameters.append(.init("ttl", ttl))
        #expect(desk.answer(request).status == 400)
    }

    @Test("A code is found until its end to the nanosecond, and by its own requestor only")
    func read() throws {
        let desk = Desk()
        let record = try #require(desk.code())
        func read(_ code: String, _ requestor: String = "KITETV") -> PassResponse {
            desk.answer(.readRegistrationRecord(requestor: requestor, code: code, accessToken: desk.token))
        }
        #expect(read(record.code) == PassResponse(status: 200, .registrationRecord(record)))
        #expect(read("NOTACODE").status == 404)
        #expect(read(record.code, "HARBORTV").status == 404)
        #expect(read(record.code.lowercased()).status == 404)
        desk.now += .seconds(1_800) - .nanoseconds(1)
        #expect(read(record.code).status == 200)
        desk.now += .nanoseconds(1)
        #expect(read(record.code).status == 404)
    }

    @Test("Codes have seven capitals or digits, each its own (§6.1)")
    func unique() throws {
        let desk = Desk()
        let codes = (0..<200).compactMap { _ in desk.code()?.code }
        #expect(Set(codes).count == 200)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[A-Z0-9]{7}/) != nil })
    }

    @Test("A code that was released is gone")
    func delete() throws {
        let desk = Desk()
        let code = try #require(desk.code()).code
        let request = PassRequest.deleteRegistrationRecord(requestor: "KITETV", code: code, accessToken: desk.token)
        #expect(desk.answer(request) == PassResponse(status: 204, .empty))
        #expect(desk.answer(request).status == 404)
    }
}

import Documents
import PassAPI
import VirtualTime

// The registration code service (rest-api-v1.md §6).

extension SimulatedService {
    /// `v1.regcode.create`.
    mutating func createRegistrationCode(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = try knownRequestor("requestor", of: call)
        let device = try required("deviceId", of: call)
        let mvpd = call.value("mvpd")
        if let mvpd, activeIntegration(requestor, mvpd) == nil {
            throw RefusedCall(failure(400, "Bad Request", details: "unknown mvpd", code: "unknown_integration"))
        }
        let lifetime = try codeLifetime(call, requestor, mvpd)
        let issued = call.time.wholeMilliseconds
        let record = CodeRecord(
            id: makeUUID(),
            code: makeCode(from: Self.lettersAndDigits),
            requestor: requestor,
            device: device,
            mvpd: mvpd,
            info: codeInformation(call, device),
            issued: issued,
            expires: (issued + lifetime).wholeMilliseconds
        )
        state.codes.insert(record, for: record.code, at: call.time)
        return PassResponse(status: 201, .registrationRecord(record.answer))
    }

    /// `v1.regcode.read`.
    mutating func readRegistrationRecord(_ call: Call) throws(RefusedCall) -> PassResponse {
        PassResponse(status: 200, .registrationRecord(try validCode(call).answer))
    }

    /// `v1.regcode.delete`: the code may be issued again afterwards.
    mutating func deleteRegistrationRecord(_ call: Call) throws(RefusedCall) -> PassResponse {
        let record = try validCode(call)
        state.codes.remove(record.code)
        return PassResponse(status: 204, .empty)
    }

    /// The record of the code in the path.
    ///
    /// Throws: 404 where there is none, it is another requestor's, or it has run out.
    mutating func validCode(_ call: Call) throws(RefusedCall) -> CodeRecord {
        let code = try required("code", of: call)
        guard let record = self.code(code), call.requestor == nil || call.requestor == record.requestor else {
            throw RefusedCall(failure(Self.unknownCodeStatus, "Not Found"))
        }
        guard call.time < record.expires else {
            throw RefusedCall(failure(Self.unknownCodeStatus, "Not Found"))
        }
        return record
    }

    /// The record of a code as somebody typed it, expired or not.
    func code(_ text: String) -> CodeRecord? { state.codes[text] }

    /// The status for a code that is not known or has expired (rest-api-v1.md §6.2: 404 is the natural reading).
    static var unknownCodeStatus: Int { 404 }

    /// `ttl` in seconds, at most ten hours; 30 minutes where it is absent.
    private mutating func codeLifetime(_ call: Call, _ requestor: String, _ mvpd: String?) throws(RefusedCall)
        -> Duration
    {
        let usual = lifetime(requestor, mvpd) { $0.registrationCode }
        guard let text = call.request["ttl"] else { return usual }
        if let seconds = Int64(text), seconds > 0 {
            guard seconds <= Self.longestCodeLifetime else {
                throw RefusedCall(failure(400, "Bad Request", details: "ttl is above \(Self.longestCodeLifetime)"))
            }
            return .seconds(seconds)
        }
        throw RefusedCall(failure(400, "Bad Request", details: "ttl is no number of seconds from 1 on"))
    }

    /// Seconds: 10 h (§6.1).
    static let longestCodeLifetime: Int64 = 36_000

    static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    /// Seven of these characters (§6.1: samples have 6 or 7), not the code of anything else.
    mutating func makeCode(from characters: String) -> String {
        let alphabet = Array(characters)
        while true {
            let code = String((0..<7).map { _ in alphabet[generator.below(alphabet.count)] })
            if state.codes[code] == nil, !state.authenticationSessions.hasIssued(code) { return code }
        }
    }

    /// The `info` object: Base64 of the device id's text, and what else the call told.
    private func codeInformation(_ call: Call, _ device: String) -> JSONObject {
        let isSigned = isSigned(call)
        var info: JSONObject = ["deviceId": .string(Base64.encode(Array(device.utf8)))]
        info["deviceInfo"] = call.value("X-Device-Info").map { .string($0) }
        info["userAgent"] = call.value("User-Agent").map { .string($0) }
        info["originalUserAgent"] = call.value("User-Agent").map { .string($0) }
        info["authorizationType"] = .string(isSigned ? "SIGNED" : "OAUTH2")
        // What older records carry, where it was sent.
        for name in ["deviceType", "deviceUser", "appId", "appVersion", "registrationURL"] {
            if let value = call.value(name) { info[name] = .string(value) }
        }
        return info
    }
}

extension CodeRecord {
    /// Its content on the wire.
    fileprivate var answer: RegistrationRecord {
        RegistrationRecord(
            id: id,
            code: code,
            requestor: requestor,
            mvpd: mvpd,
            generated: issued,
            expires: expires,
            info: info
        )
    }
}

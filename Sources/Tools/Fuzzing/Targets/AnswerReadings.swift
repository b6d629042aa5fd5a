import Documents
import FuzzReadings
import PassAPI
import VirtualTime

/// Holds what a response type took out of a body against Foundation's or libxml2's tree of the same bytes.
struct AnswerReadings {
    let tree: AnswerTree
    let place: String

    init(_ tree: AnswerTree, _ place: String) {
        self.tree = tree
        self.place = place
    }

    /// Checks that what is authorized, and every number, truth value and text, is what is in the body at that place.
    ///
    /// Bodies that Foundation cannot hold as they are, and elements that state what they are (`type`), are passed over.
    static func agree(_ content: PassResponse.Content, with body: [UInt8]) throws(PropertyFailure) {
        switch content {
        case .empty, .throttled, .redirect, .unreadable: return
        case .page(let page):
            // A page of HTML may be in any encoding: it is for people, and no part of it is taken for a token.
            guard String(validating: body, as: UTF8.self) != nil else { return }
            return try FuzzReadings.require(
                page.utf8.elementsEqual(withoutMark(body)),
                "reads-the-body",
                page.debugDescription
            )
        case .profileRequest(let text), .shortMediaToken(let text), .signedURL(let text):
            return try FuzzReadings.require(
                text.utf8.elementsEqual(withoutMark(body)),
                "reads-the-body",
                text.debugDescription
            )
        default: break
        }
        guard let tree = try tree(of: body, for: content) else { return }
        let root = AnswerReadings(tree, "")
        switch content {
        case .clientRegistration(let registration): try root.agrees(registration)
        case .accessToken(let token): try root.agrees(token)
        case .registrationRecord(let record): try root.agrees(record)
        case .configuration(let configuration): try root.agrees(configuration)
        case .authentication(let details): try root.agrees(details)
        case .authorization(let details): try root.agrees(details)
        case .mediaToken(let details): try root.agrees(details)
        case .preauthorization(let resources): try root.agrees(resources)
        case .userMetadata(let metadata): try root.agrees(metadata)
        case .individualizedDevice(let deviceID): try root.text(deviceID, ["deviceId"])
        case .tokens(let authentication, let authorization, let metadata):
            try root.text(authentication, ["authnToken"])
            try root.text(authorization, ["authzToken"])
            try root.agrees(userMetadata: metadata)
        case .session(let session): try root.agrees(session)
        case .sessionStatus(let status): try root.agrees(status)
        case .profiles(let profiles): try root.agrees(profiles)
        case .decisions(let decisions): try root.agrees(decisions)
        case .logouts(let logouts): try root.agrees(logouts)
        case .error(let error): try root.agrees(error)
        case .pendingLogout(let reason): try root.agrees(pendingLogout: reason)
        case .notAuthorized(let details): try root.agrees(notAuthorized: details)
        case .empty, .throttled, .redirect, .unreadable, .profileRequest, .shortMediaToken, .signedURL, .page: return
        }
    }

    /// A body that says that the user is logged out or not authorised is never read as if it had not.
    static func refusal(_ answer: PassResponse, in body: [UInt8]) throws(PropertyFailure) {
        guard answer.isSuccess, !isJSON(body), let root = LibXML2Element(parsing: withoutMark(body)) else { return }
        switch answer.content {
        // A page is for people, whatever its elements are called.
        case .redirect, .page: return
        default: break
        }
        let logout = root.all.first { $0.isNamed("pendingLogout") }
        let isLoggedOut = logout.map { !$0.content.elementsEqual("false".utf8) } ?? false
        let isRefused = isLoggedOut || root.all.contains { $0.isNamed("notAuthorized") }
        try FuzzReadings.require(!isRefused, "a-refusal-is-no-success", "\(answer.content)")
    }

    // MARK: Bodies

    private static func withoutMark(_ body: [UInt8]) -> [UInt8] {
        body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    }

    private static func isJSON(_ body: [UInt8]) -> Bool {
        let first = withoutMark(body).first { $0 > 0x20 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The tree of a body that something was read from; nil if it cannot be compared.
    private static func tree(
        of body: [UInt8],
        for content: PassResponse.Content
    ) throws(PropertyFailure) -> AnswerTree? {
        if isJSON(body) {
            guard let value = try? JSONValue(parsing: withoutMark(body)) else {
                throw PropertyFailure("reads-only-json", "\(content)")
            }
            return IndependentJSON.tree(of: value, in: withoutMark(body)).map { .json($0) }
        }
        // What is read as no document may still say that the user is logged out (access-enabler.md §14.4): as text.
        switch content {
        case .pendingLogout, .notAuthorized:
            guard (try? XMLDocument(parsing: withoutMark(body))) != nil else { return nil }
        default: break
        }
        guard let root = LibXML2Element(parsing: body) else {
            throw PropertyFailure("accepts-only-what-libxml2-accepts", "\(content)")
        }
        return .xml(root)
    }

    // MARK: Places

    func require(
        _ condition: Bool,
        _ name: String,
        _ told: @autoclosure () -> String
    ) throws(PropertyFailure) {
        try FuzzReadings.require(condition, "reads-what-stands-there", "\(place)\(name): \(told())")
    }

    func text(_ told: String?, _ names: [String], default other: String? = nil) throws(PropertyFailure) {
        let found = tree.scalar(names)
        let isSame =
            if let found { told.map(found.isText) ?? false } else {
                told.map { Array($0.utf8) } == other.map { Array($0.utf8) }
            }
        try require(isSame, names[0], "\(told.debugDescription) of \(String(describing: found))")
    }

    func texts(_ told: [String]?, _ name: String) throws(PropertyFailure) {
        let found = tree.texts(name)
        let isSame = told?.count == found?.count && zip(told ?? [], found ?? []).allSatisfy { $1.isText($0) }
        try require(isSame, name, "\(String(describing: told)) of \(String(describing: found))")
    }

    func number(_ told: Int64?, _ name: String) throws(PropertyFailure) {
        let found = tree.scalar([name])?.wholeNumber
        let isSame = if let told { found?.contains(told) ?? false } else { found == nil }
        try require(isSame, name, "\(String(describing: told)) of \(String(describing: found))")
    }

    /// An instant of so many milliseconds since 1970.
    func milliseconds(_ told: Instant?, _ name: String) throws(PropertyFailure) {
        try instant(told, name) { Instant(millisecondsSince1970: $0) }
    }

    private func instant(
        _ told: Instant?,
        _ name: String,
        _ instant: (Int64) -> Instant
    ) throws(PropertyFailure) {
        let found = tree.scalar([name])?.wholeNumber
        let isSame =
            if let told, let found {
                instant(found.lowerBound) <= told && told <= instant(found.upperBound)
            } else { (told == nil) == (found == nil) }
        try require(isSame, name, "\(String(describing: told)) of \(String(describing: found))")
    }

    func truth(_ told: Bool, _ names: [String], default other: Bool) throws(PropertyFailure) {
        var possible: [Bool?] = [nil]
        for name in names where possible.contains(nil) {
            possible = possible.filter { $0 != nil } + (tree.scalar([name])?.truths ?? [nil])
        }
        let isSame = possible.contains { ($0 ?? other) == told }
        try require(isSame, names[0], "\(told) of \(String(describing: tree.scalar(names)))")
    }

    /// An object that nobody lists the members of.
    func object(_ told: JSONObject, _ name: String) throws(PropertyFailure) {
        switch tree.child(name) {
        case nil: try require(told.members.isEmpty, name, "\(told) of nothing")
        case .json(let value)?:
            guard value is [String: Any] else {
                return try require(told.members.isEmpty, name, "\(told) of \(value)")
            }
            try IndependentJSON.agrees(.object(told), value, "\(place)\(name)")
        case .xml(let element)?:
            // Our own answers bear attributes where elements alone do not tell what a value is.
            guard element.all.dropFirst().allSatisfy(\.attributes.isEmpty) else { return }
            try require(JSONValue.object(told) == .object(Self.members(of: element)), name, "\(told)")
        }
    }

    private static func members(of element: LibXML2Element) -> JSONObject {
        var names: [[UInt8]] = []
        var values: [[UInt8]: [JSONValue]] = [:]
        for child in element.elements {
            if values[child.local] == nil { names.append(child.local) }
            let value: JSONValue =
                child.elements.isEmpty
                ? .string(String(decoding: child.content, as: UTF8.self)) : .object(members(of: child))
            values[child.local, default: []].append(value)
        }
        return JSONObject(
            names.map { name in
                let found = values[name] ?? []
                return JSONMember(String(decoding: name, as: UTF8.self), found.count > 1 ? .array(found) : found[0])
            }
        )
    }
}

// MARK: Response types

extension AnswerReadings {
    private func agrees(_ registration: ClientRegistration) throws(PropertyFailure) {
        try text(registration.clientID, ["client_id"])
        try text(registration.clientSecret, ["client_secret"])
        try number(registration.issuedAt, "client_id_issued_at")
        try texts(registration.scopes, "scopes")
        try list(registration.redirectURIs, "redirect_uris")
        try list(registration.grantTypes, "grant_types")
    }

    /// A list that may be missing, and then is empty.
    func list(_ told: [String], _ name: String) throws(PropertyFailure) {
        guard tree.texts(name) != nil || !told.isEmpty else { return }
        try texts(told, name)
    }

    private func agrees(_ token: AccessToken) throws(PropertyFailure) {
        try text(token.token, ["access_token"])
        try text(token.tokenType, ["token_type"], default: "bearer")
        try number(token.createdAt, "created_at")
        try number(token.expiresIn, "expires_in")
        try text(token.id, ["id"])
    }

    private func agrees(_ record: RegistrationRecord) throws(PropertyFailure) {
        try text(record.id, ["id"])
        try text(record.code, ["code"])
        try text(record.requestor, ["requestor"])
        try text(record.mvpd, ["mvpd"])
        try milliseconds(record.generated, "generated")
        try milliseconds(record.expires, "expires")
        try object(record.info, "info")
    }

    private func agrees(_ configuration: Configuration) throws(PropertyFailure) {
        try milliseconds(configuration.time, "time")
        guard let requestor = tree.child("requestor") else {
            throw PropertyFailure("reads-what-stands-there", "\(configuration.requestor) of no requestor")
        }
        let inner = AnswerReadings(requestor, "requestor.")
        try inner.text(configuration.requestor, ["id"])
        try inner.text(configuration.name, ["name"])
        // At top level in one description (rest-api-v1.md §7.1).
        let items = requestor.items("mvpds", of: "mvpd") ?? tree.items("mvpds", of: "mvpd") ?? []
        try require(items.count == configuration.mvpds.count, "mvpds", "\(configuration.mvpds.count) of \(items.count)")
        for (index, pair) in zip(configuration.mvpds, items).enumerated() {
            try AnswerReadings(pair.1, "mvpds[\(index)].").agrees(pair.0)
        }
    }

    private func agrees(_ mvpd: MVPD) throws(PropertyFailure) {
        try text(mvpd.id, ["id"])
        try text(mvpd.displayName, ["displayName"], default: mvpd.id)
        try text(mvpd.logoURL, ["logoUrl"])
        try truth(mvpd.isAuthenticationPerRequestor, ["authPerAggregator"], default: false)
        try truth(mvpd.isPassiveAuthenticationEnabled, ["passiveAuthnEnabled"], default: true)
        try truth(mvpd.enablePlatformServices, ["enablePlatformServices"], default: false)
        try text(mvpd.boardingStatus?.rawValue, ["boardingStatus"])
        try truth(mvpd.displayInPlatformPicker, ["displayInPlatformPicker"], default: false)
        try text(mvpd.platformMappingID, ["platformMappingId"])
        try list(mvpd.requiredMetadataFields, "requiredMetadataFields")
        // `isTempPass` in JSON, `tempPass` in XML (rest-api-v1.md §7.1).
        try truth(mvpd.isTempPass, ["isTempPass", "tempPass"], default: false)
    }

    private func agrees(_ details: AuthenticationDetails) throws(PropertyFailure) {
        try text(details.requestor, ["requestor"])
        try text(details.mvpd, ["mvpd"])
        try text(details.userID, ["userId"])
        try milliseconds(details.expires, "expires")
    }

    private func agrees(_ details: AuthorizationDetails) throws(PropertyFailure) {
        try text(details.requestor, ["requestor"])
        try text(details.resource, ["resource"])
        try text(details.mvpd, ["mvpd"])
        try text(details.proxyMVPD, ["proxyMvpd"])
        try milliseconds(details.expires, "expires")
    }

    private func agrees(_ details: MediaTokenDetails) throws(PropertyFailure) {
        try text(details.requestor, ["requestor"])
        try text(details.resource, ["resource"])
        try text(details.mvpd, ["mvpdId", "mvpd"])
        try text(details.serializedToken, ["serializedToken"])
        try text(details.userID, ["userId"])
        try milliseconds(details.expires, "expires")
    }

    private func agrees(_ resources: [PreauthorizedResource]) throws(PropertyFailure) {
        var items = tree.items("resources", of: "resource") ?? []
        if case .xml(let root) = tree, root.isNamed("resources") { items = root.elements("resource").map { .xml($0) } }
        try require(items.count == resources.count, "resources", "\(resources.count) of \(items.count)")
        for (index, pair) in zip(resources, items).enumerated() {
            let line = AnswerReadings(pair.1, "resources[\(index)].")
            try line.text(pair.0.id, ["id"])
            // What is no truth value authorises nobody (rest-api-v1.md §7.11).
            try line.truth(pair.0.isAuthorized, ["authorized"], default: false)
            guard let error = pair.1.child("error") else {
                try line.require(pair.0.error == nil, "error", "\(String(describing: pair.0.error)) of nothing")
                continue
            }
            try AnswerReadings(error, "resources[\(index)].error.").agrees(pair.0.error ?? PassError())
        }
    }

    private func agrees(_ metadata: UserMetadata) throws(PropertyFailure) {
        // Seconds, unless that would be past the year 9999 (rest-api-v1.md §7.12).
        try instant(metadata.updated, "updated") { number in
            number > 253_402_300_799
                ? Instant(millisecondsSince1970: number) : Instant(secondsSince1970: number)
        }
        try list(metadata.encrypted, "encrypted")
        try object(metadata.data, "data")
    }

    private func agrees(userMetadata told: String?) throws(PropertyFailure) {
        // Elements of its own are written anew, which another property looks at.
        guard case .xml(let root) = tree, let meta = root.elements("userMeta").first else {
            return try require(told == nil, "userMeta", "\(told ?? "") of nothing")
        }
        if meta.elements.isEmpty { try text(told, ["userMeta"]) }
    }

    func agrees(_ error: PassError) throws(PropertyFailure) {
        // V2's texts speak of an object around it (rest-api-v2.md §4).
        if case .json(let value)? = tree.child("error"), value is [String: Any] {
            return try AnswerReadings(.json(value), place + "error.").agrees(innermost: error)
        }
        try agrees(innermost: error)
    }

    private func agrees(innermost error: PassError) throws(PropertyFailure) {
        try number(error.status.map { Int64($0) }, "status")
        try text(error.code, ["code", "error", "reason"])
        try text(error.message, ["message", "error_description"])
        for (told, name) in [
            (error.details, "details"), (error.action, "action"), (error.helpURL, "helpUrl"), (error.trace, "trace"),
        ] {
            try text(told, [name])
        }
    }

    private func agrees(pendingLogout reason: String?) throws(PropertyFailure) {
        guard case .xml(let root) = tree,
            let logout = root.all.first(where: { $0.isNamed("pendingLogout") }),
            !logout.content.elementsEqual("false".utf8)
        else { throw PropertyFailure("reads-what-stands-there", "a logout of nothing") }
        let found = logout.attribute("reason")
        try require(reason.map { Array($0.utf8) } == found, "reason", reason ?? "")
    }

    private func agrees(notAuthorized details: String?) throws(PropertyFailure) {
        guard case .xml(let root) = tree, root.all.contains(where: { $0.isNamed("notAuthorized") }) else {
            throw PropertyFailure("reads-what-stands-there", "a refusal of nothing")
        }
        let found = root.all.first { $0.isNamed("details") }?.content
        try require(details.map { Array($0.utf8) } == found, "details", details ?? "")
    }
}

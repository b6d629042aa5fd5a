import Device
import OrderedCollections
import SubscriberAccount
import Tokens
import VirtualTime

extension TokenStorage {
    /// The first version with integrity checks.
    static let firstIntegrityCheck = PlatformVersion(3, 8, 3)

    /// Checks the storage as `check` says; a failure clears it, and the user is signed out.
    ///
    /// Nothing before 3.8.3.
    func checkIntegrity(_ check: IntegrityCheck, on device: inout Device) -> [StorageChange] {
        guard version >= Self.firstIntegrityCheck, let area = area(for: nil, on: device) else { return [] }
        let problem: CodedText? =
            switch check {
            case .none: nil
            case .clear: CodedText("always", words: "always")
            case .all: isOperable(area, on: &device) ? flaw(in: area, on: device) : Self.unreadable
            }
        guard let problem else { return [] }
        let reason = CodedText(
            "integrityCheck",
            [.code("check", check.rawValue), .code("problem", problem.code)] + problem.values,
            words: "\(check.rawValue): \(problem.words)"
        )
        return clear([area], on: &device, by: .integrityCheck, because: reason)
    }

    private static let unreadable = CodedText("unreadable", words: "what is written cannot be read")

    private static func malformed(_ what: String, _ name: String, words: String) -> CodedText {
        CodedText("malformed", [.code("part", what), .text("name", name)], words: words)
    }

    /// Checks whether what is written can be read and removed.
    private func isOperable(_ area: StorageArea, on device: inout Device) -> Bool {
        let probe = ["integrity check"]
        device.stores[area.store, probe] = .text(version.description)
        let wasWritten = device.stores[area.store, probe] == .text(version.description)
        device.stores[area.store, probe] = nil
        return wasWritten && device.stores[area.store, probe] == nil
    }

    /// Returns the flaw of the values in `area`; nil if there is none.
    private func flaw(in area: StorageArea, on device: Device) -> CodedText? {
        if let root = device.stores[area.store, [area.tokens]], !isMap(root, ofMapsTo: Self.bucketDepth) {
            return Self.malformed(
                "area",
                area.tokens,
                words: "\(area.tokens) is not a map of requestors, MVPDs and device ids"
            )
        }
        for bucket in area.buckets(on: device) {
            if let flaw = flaw(in: bucket) { return flaw }
        }
        if let providers = device.stores[area.store, [area.providers]] {
            guard let map = providers.map else {
                return Self.malformed("area", area.providers, words: "\(area.providers) is not a map")
            }
            for (requestor, value) in map where StoredProvider(value) == nil {
                return Self.malformed("provider", requestor, words: "the provider of \(requestor) is malformed")
            }
        }
        return nil
    }

    /// Requestors, MVPDs, device ids, and what a bucket holds: so many maps lie within each other.
    private static let bucketDepth = 4

    /// Checks whether `value` is a map, and its values too, and so on, `depth` deep.
    private func isMap(_ value: StoredValue, ofMapsTo depth: Int) -> Bool {
        guard depth > 0 else { return true }
        guard let map = value.map else { return false }
        return map.values.allSatisfy { isMap($0, ofMapsTo: depth - 1) }
    }

    private func flaw(in bucket: TokenBucket) -> CodedText? {
        let place = bucket.place.map { "\($0.requestor) \($0.mvpd)" } ?? ""
        if let value = bucket.value[TokenBucket.Key.authentication] {
            guard let stored = StoredToken(value), let token = try? AuthenticationToken(parsing: stored.text),
                token.expiry == stored.expiry
            else { return Self.malformed("authn", place, words: "AuthN token of \(place) is malformed") }
        }
        guard let tokens = bucket.value[TokenBucket.Key.authorizations] else { return nil }
        guard let map = tokens.map else {
            return Self.malformed("authz", place, words: "AuthZ tokens of \(place) are not a map")
        }
        for (resource, value) in map {
            guard let stored = StoredToken(value), let token = try? AuthorizationToken(parsing: stored.text),
                token.expiry == stored.expiry
            else {
                return Self.malformed(
                    "authz",
                    "\(place) \(resource)",
                    words: "AuthZ token \(resource) of \(place) is malformed"
                )
            }
        }
        return nil
    }
}

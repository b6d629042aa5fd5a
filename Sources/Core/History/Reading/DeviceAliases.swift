import Documents
public import PassAPI

/// The device ids that one installation of an app has used, though it should have one (conformance-rules.md DEV-001).
///
/// Calls with one access token and one `User-Agent` are one installation's, whatever device they name; so are those whose
/// access tokens were issued to one `client_id`. A server that calls for many devices names each one's address in
/// `X-Forwarded-For`, and they remain many.
public struct DeviceAliases: Hashable, Sendable {
    /// The ids of each installation that has used several, in order of appearance.
    public private(set) var groups: [[String]] = []
    private var representatives: [ExactText: String] = [:]

    /// A call that names a device.
    public struct NamedCall {
        var device: String
        var owner: Owner?

        /// A call of `request` that names `device`.
        ///
        /// - Parameters:
        ///   - device: the device id that it sends.
        ///   - request: what was requested.
        ///   - userAgent: the value of `User-Agent`; nil if there is none, and the call shows nothing.
        ///   - clients: the `client_id` that each access token was issued to.
        public init(_ device: String, _ request: PassRequest, userAgent: String?, clients: AccessTokenClients) {
            self.device = device
            guard let userAgent, case .bearer(let token)? = request["Authorization"].map({ AuthorizationHeader($0) })
            else { return }
            owner = Owner(
                token: ExactText(clients[token] ?? token),
                userAgent: ExactText(userAgent),
                address: ExactText(request["X-Forwarded-For"] ?? "")
            )
        }
    }

    /// What shows whose a call is.
    struct Owner: Hashable {
        var token: ExactText
        var userAgent: ExactText
        var address: ExactText
    }

    /// No device has two ids.
    public init() {}

    /// The ids that `calls`, in the order of the recording, show to be one device's.
    public init(_ calls: some Sequence<NamedCall>) {
        var counts: [(device: String, count: Int)] = []
        var places: [ExactText: Int] = [:]
        // For each id the place of an earlier one of the same installation, or its own.
        var earlier: [Int] = []
        var placesOfOwners: [Owner: Int] = [:]
        func root(_ place: Int) -> Int {
            var place = place
            while earlier[place] != place { place = earlier[place] }
            return place
        }
        for call in calls {
            let place = places[ExactText(call.device)] ?? counts.count
            if place == counts.count {
                places[ExactText(call.device)] = place
                counts.append((call.device, 0))
                earlier.append(place)
            }
            counts[place].count += 1
            guard let owner = call.owner else { continue }
            guard let other = placesOfOwners[owner].map(root) else {
                placesOfOwners[owner] = place
                continue
            }
            let own = root(place)
            earlier[max(own, other)] = min(own, other)
        }
        var members: [[Int]] = Array(repeating: [], count: counts.count)
        for place in counts.indices { members[root(place)].append(place) }
        for group in members where group.count > 1 {
            let most = group.map { counts[$0].count }.max() ?? 0
            let chosen = group.first { counts[$0].count == most } ?? group[0]
            for place in group { representatives[ExactText(counts[place].device)] = counts[chosen].device }
            groups.append(group.map { counts[$0].device })
        }
    }

    /// The id that stands for `device`: of those of one installation the one with most calls.
    public func representative(of device: String) -> String { representatives[ExactText(device)] ?? device }
}

/// The `client_id` that each access token of a recording was issued to.
public struct AccessTokenClients {
    private var clients: [ExactText: String] = [:]

    /// No token is known.
    public init() {}

    /// Takes in a call that may issue a token.
    public mutating func take(_ request: PassRequest, _ response: PassResponse?) {
        guard let client = request["client_id"], case .accessToken(let token)? = response?.content else { return }
        clients[ExactText(token.token)] = client
    }

    subscript(token: String) -> String? { clients[ExactText(token)] }
}

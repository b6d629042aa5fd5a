public import PassAPI
public import VirtualTime

// What one simulated service issued, known to another: several stand for one where each app has its own.

extension SimulatedService {
    /// A registered application and its access token, as a request names them.
    public struct NamedAccess {
        fileprivate var client: RegisteredClient
        /// Nil where the request names the application alone.
        fileprivate var grant: AccessGrant?
    }

    /// The application that a request names by its id or by an access token; nil if it names none that is known here, or a token
    /// that is over at `now` (true time); nil takes those too.
    public func access(namedBy request: PassRequest, at now: Instant?) -> NamedAccess? {
        if let token = request.accessToken {
            guard let grant = state.accessTokens[token], let client = state.clients[grant.clientID],
                now.map({ serverTime(at: $0) < grant.expires }) ?? true
            else { return nil }
            return NamedAccess(client: client, grant: grant)
        }
        return request["client_id"].flatMap { state.clients[$0] }.map { NamedAccess(client: $0) }
    }

    /// Checks whether a request names an application or an access token that is not known here, or over at `now` (true
    /// time); nil takes those too.
    public func lacksAccess(namedBy request: PassRequest, at now: Instant?) -> Bool {
        (request.accessToken != nil || request["client_id"] != nil) && access(namedBy: request, at: now) == nil
    }

    /// Lets it know what another service issued.
    ///
    /// - Parameters:
    ///   - access: what that has for the same request.
    ///   - request: the request, in this one's time and words.
    ///   - distance: by how much this one's time is ahead of the other's.
    public mutating func adopt(_ access: NamedAccess, namedBy request: PassRequest, ahead distance: Duration) {
        var client = access.client
        client.issued = client.issued + distance
        if let token = request.accessToken, var grant = access.grant {
            (grant.issued, grant.expires) = (grant.issued + distance, grant.expires + distance)
            // A token whose claims name the application names it for both.
            state.clients[grant.clientID] = state.clients[grant.clientID] ?? client
            state.accessTokens.insert(grant, for: token, at: grant.issued)
        } else if let id = request["client_id"] {
            state.clients[id] = client
        }
    }
}

extension PassRequest {
    /// The access token that it carries, in whichever form; nil for another authorization, or none.
    fileprivate var accessToken: String? {
        guard let value = self["Authorization"], !value.isEmpty else { return nil }
        switch AuthorizationHeader(value) {
        case .bearer(let token): return token
        // A parameter `access_token` may carry the token without its scheme (rest-api-v1.md §2).
        case .other: return value
        case .signed: return nil
        }
    }
}

import PassAPI

/// One playback under way: what is to be played, and what its calls carry.
struct BrowserPlay: Hashable, Sendable {
    /// The resource as the service is asked for it.
    let resource: String
    /// What tokens and people call it: the guid of an MRSS document, or the id.
    let key: String
    /// How often sign-on was begun for it, from 1.
    var round = 1
    var headers = Headers()

    /// What fills in as the playback goes on, and stays for its later rounds.
    struct Headers: Hashable, Sendable {
        var deviceID: String?
        var accessToken: String?
        var nameID: String?
        var sessionIndex: String?
    }

    /// What is waited for.
    enum Stage: Hashable, Sendable {
        case individualizing(RequestID)
        case registering(RequestID)
        case fetchingAccessToken(RequestID)
        case requestingCode(RequestID)
        /// The login pages are open.
        case loggingIn(code: String)
        case fetchingSession(RequestID)
        case authorizing(RequestID, BrowserToken)
        case fetchingMediaToken(RequestID)

        /// The request that is out.
        var request: RequestID? {
            switch self {
            case .individualizing(let id), .registering(let id), .fetchingAccessToken(let id),
                .requestingCode(let id), .fetchingSession(let id), .authorizing(let id, _),
                .fetchingMediaToken(let id):
                id
            case .loggingIn: nil
            }
        }
    }
}

extension BrowserPlay {
    /// What the calls of the SDKs' protocol have in common, headers in the specification's order.
    func context(_ configuration: BrowserConfiguration) -> SDKContext {
        let known: [(String, String?)] = [
            ("AP_21", headers.deviceID), ("AP_19", headers.nameID), ("AP_23", headers.sessionIndex),
            ("AP_42", "anonymous"), ("AP_11", configuration.platform), ("AP_Z", configuration.userAgent),
        ]
        return SDKContext(
            requestor: configuration.requestor,
            accessToken: headers.accessToken,
            headers: known.compactMap { name, value in value.map { PassRequest.Parameter(name, $0) } }
        )
    }
}

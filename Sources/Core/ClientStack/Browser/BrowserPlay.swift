import PassAPI

/// One playback under way: what is to be played, and what its calls carry.
struct BrowserPlay: Hashable, Sendable {
    /// A client that is signed out each time gives up after so many sign-ins for one playback: 2, as yt-dlp does.
    static let rounds = 2

    /// The resource as the service is asked for it.
    let resource: String
    /// Its name for tokens and people: the guid of an MRSS document, or the id.
    let key: String
    /// The number of times that sign-in was begun for it, from 1.
    var round = 1
    var headers = Headers()

    /// The headers that fill in as the playback continues, and stay for its later rounds.
    struct Headers: Hashable, Sendable {
        var deviceID: String?
        var accessToken: String?
        var nameID: String?
        var sessionIndex: String?
    }

    /// The things that are waited for.
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
        var request: RequestID? { call?.id }

        /// The request that is out, and its operation.
        var call: (id: RequestID, operation: PassAPI.Operation)? {
            switch self {
            case .individualizing(let id): (id, .individualizeDevice)
            case .registering(let id): (id, .register)
            case .fetchingAccessToken(let id): (id, .accessToken)
            case .requestingCode(let id): (id, .createRegistrationCode)
            case .fetchingSession(let id): (id, .session)
            case .authorizing(let id, _): (id, .sdkAuthorize)
            case .fetchingMediaToken(let id): (id, .shortAuthorize)
            case .loggingIn: nil
            }
        }
    }
}

extension BrowserPlay {
    /// Makes the common part of the calls of the SDKs' protocol, headers in the specification's order.
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

import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

/// A recording put together call by call, for sessions that no capture holds.
struct StagedSession {
    static let start = Instant(secondsSince1970: 1_795_211_952)
    static let device = DeviceContext(
        requestor: "KITETV",
        deviceID: "phone-1",
        deviceInformation: "eyJvc05hbWUiOiJpT1MiLCJvc1ZlcnNpb24iOiIxNS4yIn0=",
        accessToken: "token-1"
    )
    static let notFound = PassResponse(status: 404, .error(PassError(status: 404, message: "Not Found")))
    static let forbidden = PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden")))
    static let signedIn = PassResponse(
        status: 200,
        .authentication(
            AuthenticationDetails(requestor: "KITETV", mvpd: "Meadowlark", expires: start + .seconds(86_400))
        )
    )
    static let providers = PassResponse(
        status: 200,
        .configuration(
            Configuration(
                requestor: "KITETV",
                mvpds: [MVPD(id: "Meadowlark", displayName: "Meadowlark Cable")]
            )
        )
    )
    static let code = PassResponse(
        status: 201,
        .registrationRecord(
            RegistrationRecord(
                id: "1",
                code: "K7TQ2MX",
                requestor: "KITETV",
                generated: start,
                expires: start + .seconds(1_800)
            )
        )
    )

    var recording = Recording()

    init(access: AccountAccessStatus = .denied) {
        recording.vsaCalls = [
            VSACall(
                ordinal: 1,
                answeredAt: Self.start,
                question: .checkAccessStatus(prompt: true),
                answer: .accessStatus(access, nil)
            )
        ]
    }

    /// Adds a call that was started `seconds` after the start and took 50 ms.
    mutating func call(_ seconds: Double, _ request: PassRequest, _ response: PassResponse) throws {
        let exchange = Exchange(
            ordinal: recording.exchanges.count + 1,
            startedAt: Self.start + .milliseconds(Int64(seconds * 1_000)),
            durationMicroseconds: 50_000,
            request: try request.httpRequest(),
            outcome: .response(response.httpResponse(for: request))
        )
        recording.exchanges.append(exchange)
    }

    static func authorized(_ resource: String) -> PassResponse {
        PassResponse(
            status: 200,
            .authorization(
                AuthorizationDetails(
                    requestor: "KITETV",
                    resource: resource,
                    mvpd: "Meadowlark",
                    expires: start + .seconds(86_400)
                )
            )
        )
    }
}

import Device
import PassAPI
import Replay
import Services
import SubscriberAccount
import VirtualTime

extension FindingJSON {
    /// A note of a replay; a list of behavior rows is one finding a row.
    static func findings(for note: ReplayNote) -> [FindingJSON] {
        if case .rowsAssumed(let rows) = note { return rows.map(FindingJSON.init(assumedRow:)) }
        var finding = FindingJSON(
            code: note.code.rawValue,
            note.level,
            at: nil,
            from: SourceJSON(.replay),
            message: note.summary
        )
        finding.fields = note.fields
        return [finding]
    }
}

extension ReplayNote {
    /// The facts of the note; what was assumed is what was replayed.
    fileprivate var fields: [FindingJSON.Field] {
        switch self {
        case .versionAssumed(let version): [.init("sdkVersion", replayed: "\(version)")]
        case .systemReplayedAs(let family, let other):
            [.init("system", recorded: other, replayed: family.rawValue)]
        case .otherDevices(let names): names.map { .init("device", recorded: $0) }
        case .otherRequestors(let names): names.map { .init("requestor", recorded: $0) }
        case .platformShown(let evidence, _):
            [
                .init("appleCallCount", recorded: "\(evidence.appleCount)"),
                .init("otherCallCount", recorded: "\(evidence.otherCount)"),
            ]
        case .recordingEnds(let operation): [.init("operation", replayed: operation.rawValue)]
        case .mediaRefused(let exchange): [.init("exchange", recorded: "\(exchange)")]
        case .cookieEnds(let name, _, let instant):
            [.init("cookie", recorded: name), .init("expiresAt", recorded: "\(instant)")]
        case .stopped(let count): [.init("callsNotReachedCount", recorded: "\(count)")]
        case .assumed(.accessTokenExpiry(let instant)): [.init("expiresAt", replayed: "\(instant)")]
        case .assumed(.provider(let id)): [.init("mvpd", replayed: id)]
        case .assumed(.unreadable(let kind)): [.init("kind", recorded: kind == .authorizationToken ? "authz" : "authn")]
        case .signedOnBefore, .signedInBefore, .registeredBefore, .accessTokenBefore, .launchedBefore, .userInferred,
            .platformInferred, .documentedSDK, .rowsAssumed, .assumed(.authenticationLifetime), .assumed(.package):
            []
        }
    }
}

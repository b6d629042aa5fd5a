import Foundation
import Simulation
import Testing

@testable import kinescope

/// K-82: on iOS a logout is a page; Documentation/reference/scenarios.md, faults: before the service, or after it.
@Suite struct PageFaultTests {
    /// The AuthN tokens that the service holds once the app has logged out.
    private static func tokensAtService(_ fault: String?) throws -> Int {
        let folder = TemporaryFolder()
        let steps = ["launch", "sign in: Juniper"] + (fault.map { ["fault: { \($0) }"] } ?? []) + ["log out"]
        try folder.write(
            """
            title: A logout on a page
            requirements: [K-82]
            start: 2026-11-20T08:00:00Z
            devices:
              phone:
                system: iOS 15.1
                apps:
                  com.kite.tv: { team: KITE, requestor: KITETV }
            steps:
            \(steps.map { "  - " + $0 }.joined(separator: "\n"))
            """,
            to: "logout.yaml"
        )
        let run = try RunSource(folder.url(of: "logout.yaml").path).run(
            at: Moment.argument("end", of: "--at"),
            device: nil
        )
        return run.world.stateEntries()
            .count { entry in
                entry.kind == .token && "\(entry.source)".contains("service")
                    && entry.facts.contains { $0.key == "kind" && "\($0.content)".contains("authn") }
            }
    }

    @Test(
        "A logout's page that is lost after the service leaves no token there; one that never reaches it leaves it",
        arguments: [
            (nil, 0), ("kind: status 503, on: v1.logout", 1), ("kind: status 503, on: v1.logout, after: service", 0),
            ("kind: reset, on: v1.logout", 1), ("kind: reset, on: v1.logout, after: service", 0),
            ("kind: garbage body, on: v1.logout", 0),
        ] as [(String?, Int)]
    )
    func logout(fault: String?, tokens: Int) throws {
        #expect(try Self.tokensAtService(fault) == tokens, "\(fault ?? "no fault")")
    }
}

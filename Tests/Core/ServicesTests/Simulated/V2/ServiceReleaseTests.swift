import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Source: rest-api-v2.md §15.
@Suite("What releases of the service changed")
struct ServiceReleaseTests {
    private static func desk(_ release: ServiceRelease, _ change: (inout ServiceConfiguration) -> Void = { _ in })
        -> Desk
    {
        Desk.with { configuration in
            configuration.quirks.release = release
            change(&configuration)
        }
    }

    @Test("3.5: a profile that has expired is told from one that never was", arguments: ServiceRelease.allCases)
    func expiredProfile(release: ServiceRelease) {
        let desk = Self.desk(release)
        desk.signOnByV2()
        desk.service.apply(.expire(.profile, subject: nil), at: desk.now)
        let code = desk.decide("KITE1")?.first?.error?.code
        #expect(code == (release == .v3_4 ? "authenticated_profile_missing" : "authenticated_profile_expired"))
    }

    @Test("3.5: 401 says that the token has expired; an unknown one is named in every release")
    func expiredAccess() {
        for (release, code) in [(ServiceRelease.v3_4, nil), (.v3_5, "invalid_access_token_client_application")] {
            let desk = Self.desk(release)
            desk.now = desk.now + .seconds(21_600)
            let expired = desk.answer(.profiles(desk.context))
            #expect(expired.status == 401 && expired.error?.code == code, "\(release)")
            desk.token = "another"
            #expect(desk.answer(.profiles(desk.context)).error?.code == "invalid_access_token_client_application")
        }
    }

    @Test("3.7: a denial may have any words; before, those that no header can carry were a 500")
    func words() {
        for (release, name, status) in [
            (ServiceRelease.v3_6, "Meadowlärk", 500), (.v3_7, "Meadowlärk", 200), (.v3_6, "Meadowlark", 200),
        ] {
            let desk = Self.desk(release) { $0.providers[0].listing.displayName = name }
            desk.signOnByV2(user: "finch")
            let request = PassRequest.decisions(
                .decideAuthorization,
                desk.context,
                mvpd: "Meadowlark",
                resources: ["KITE2"]
            )
            let response = desk.answer(request)
            #expect(response.status == status, "\(release) \(name)")
            if status == 500 { #expect(response.error?.code == "internal_server_error") }
            // What is only asked about was never in a header.
            #expect(desk.decide("KITE2", as: .decidePreauthorization)?.count == 1)
        }
    }

    @Test("3.8: an identifier with control characters is refused; before, it was a 500")
    func identifiers() {
        for (release, status) in [(ServiceRelease.v3_7, 500), (.v3_8, 400)] {
            let desk = Self.desk(release)
            // `a`, a line end, `b`.
            desk.device = "fingerprint YQpi"
            #expect(desk.answer(.profiles(desk.context)).status == status, "\(release)")
            // The bytes of a hash are no text: whether they are sent so is unconfirmed (§3.2).
            desk.device = "fingerprint gP8AAQ=="
            #expect(desk.answer(.profiles(desk.context)).status == 200, "\(release)")
        }
    }

    @Test("3.9: an authorization that fails is said to; before, the list was empty")
    func failures() {
        for (release, codes) in [(ServiceRelease.v3_8, []), (.v3_9, ["network_received_error"])] {
            let desk = Self.desk(release)
            desk.signOnByV2()
            desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
            #expect(desk.decide("KITE1")?.map { $0.error?.code } == codes, "\(release)")
        }
    }

    @Test("3.9: codes have no characters that look alike")
    func codes() {
        func characters(_ release: ServiceRelease) -> Set<Character> {
            let desk = Self.desk(release)
            return (0..<100).reduce(into: []) { found, _ in found.formUnion(desk.session()?.code ?? "") }
        }
        #expect(characters(.v3_8) == Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
        #expect(characters(.v3_9).isDisjoint(with: "ILO01"))
    }

    @Test("3.7: a response of another MVPD than the status names is refused")
    func mismatch() throws {
        for (release, status) in [(ServiceRelease.v3_6, 201), (.v3_7, 400)] {
            let desk = Self.desk(release) { configuration in
                configuration.providers[1].listing.boardingStatus = .supported
            }
            let meadowlark = PartnerFrameworkStatus(accessStatus: "granted", providerID: "com.example.meadowlark")
            let northwind = PartnerFrameworkStatus(accessStatus: "granted", providerID: "com.example.northwind")
            let session = desk.answer(
                .partnerRequest(
                    desk.context,
                    domainName: "kite.example",
                    redirectURL: "https://kite.example/done",
                    partnerFrameworkStatus: meadowlark.headerValue
                )
            )
            let request = try #require(session.session?.partnerRequest?.request)
            let saml = SAMLNormalization.base64(SimulatedServicePlatformSignOnTests.saml(desk, token: request) ?? "")
            let profile = PassRequest.createPartnerProfile(
                desk.context,
                samlResponse: saml,
                partnerFrameworkStatus: northwind.headerValue
            )
            let response = desk.answer(profile)
            #expect(response.status == status, "\(release)")
            if status == 400 { #expect(response.error?.code == "invalid_header_pfs_provider_id_mismatch") }
            #expect(response.profiles?.map(\.mvpd) == (status == 201 ? ["Meadowlark"] : nil))
        }
    }
}

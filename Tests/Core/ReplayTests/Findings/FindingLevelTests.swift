import ClientStack
import PassAPI
import Report
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Replay

/// conformance-rules.md §D and §F: what is a fault of the app, and what it may do.
@Suite("Levels of findings") struct FindingLevelTests {
    /// The rules that each capture breaks, in the order in which they show; nil is a note.
    static let captures: [(name: String, rules: [String?])] = [
        ("apple-sso-tvos", ["VSA-002", "VSA-011", "VSA-002", "SEC-001", "SEC-001"]),
        ("second-screen-tvos", [nil, "POLL-001", "SEC-001", "SEC-001"]),
        ("access-denied-tvos", ["POLL-001", "SEC-001", "SEC-001", nil]),
        (
            "unsupported-provider-tvos",
            ["VSA-002", "VSA-011", nil, "VSA-010", "POLL-001", "SEC-001", "SEC-001"]
        ),
        ("ytdlp-sign-on", []), ("ytdlp-cached-second-play", []),
    ]

    @Test("Of what shows in a capture only the faults are warnings, each with its rule", arguments: captures)
    func rules(name: String, expected: [String?]) throws {
        let options = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(Captures.recording(name), options: options)
        #expect(result.warnings.map(\.brokenRule) == expected)
        #expect(result.warnings.map(\.level) == expected.map { $0 == nil ? .note : .warning })
        #expect(result.hasWarnings == !expected.compactMap(\.self).isEmpty)
    }

    @Test("The captures without a fault have no warning, whatever they differ in")
    func good() throws {
        for name in ["kodi-espn3-sign-on", "kodi-native-sign-on", "secondscreen-both"] {
            let result = try Replayer.replay(Captures.recording("clients/" + name))
            #expect(!result.hasWarnings, "\(name): \(result.warnings) \(result.behavior)")
        }
        #expect(try Replayer.replay(Captures.recording("clients/clientless-sign-on")).hasWarnings, "ERR-001")
        // The README of the captures: its media token goes raw, with a +, into a query.
        let raw = try Replayer.replay(Captures.recording("clients/eplus-espn-sign-on"))
        #expect(raw.warnings.filter { $0.level == .warning }.map(\.code) == [.mediaTokenNotEncoded])
    }

    @Test(
        "Polling is a fault below three seconds, and a quarter of a second is not measured",
        arguments: [(1.0, true), (2.74, true), (2.76, false), (4, false), (9, false)]
    )
    func pace(interval: Double, isFault: Bool) throws {
        let warnings = try PollingTests.warnings(interval: interval)
        #expect(warnings.map(\.level) == [isFault ? .warning : .note])
        #expect(warnings.map(\.code) == [interval < 5 ? .polledFaster : .polledSlower])
    }

    @Test(
        "An interruption that the cookbook does not allow is a fault, one that it would allow is not",
        arguments: [
            ("isInterruptionAllowed", "true", "VSA-004"), ("isInterruptionAllowed", "false", nil),
            ("channelIdentifier", "nil", "VSA-003"), ("includeAuthenticationExpirationDate", "false", "VSA-005"),
            ("forceAuthentication", "true", nil), ("prompt", "true", nil),
        ] as [(String, String, String?)]
    )
    func requests(property: String, recorded: String, rule: String?) {
        let difference = VSADifference(property: property, recorded: recorded, replayed: "another")
        let warning = ReplayWarning(.questionDiffers(difference), at: StagedSession.start)
        #expect(warning.brokenRule == rule)
    }

    @Test("Featured providers have to be among the supported ones")
    func featured() {
        var request = AccountMetadataRequest()
        request.supportedAccountProviderIdentifiers = ["com.example.meadowlark", "com.example.sandpiper"]
        #expect(request.ruleOnFeaturedProviders == nil)
        request.featuredAccountProviderIdentifiers = ["com.example.sandpiper"]
        #expect(request.ruleOnFeaturedProviders == nil)
        request.featuredAccountProviderIdentifiers.append("com.example.plover")
        #expect(request.ruleOnFeaturedProviders?.id == "VSA-011")
    }

    @Test("A registration or an access token more is a fault, a configuration more is not")
    func more() {
        let rules = [PassAPI.Operation.register, .accessToken, .configuration, .userMetadata].map {
            ReplayWarning(.callNotNeeded($0), at: StagedSession.start).brokenRule
        }
        #expect(rules == ["DCR-001", "DCR-002", nil, nil])
    }

    @Test("A code is one word in lowerCamelCase, and no two findings share a word by accident")
    func codes() {
        let codes = FindingJSON.codes
        let isCode = codes.allSatisfy { code in
            code.first?.isLowercase == true && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        #expect(isCode && Set(codes).count == codes.count)
        for reason in UnmatchedReason.allCases {
            #expect(codes.contains(reason.rawValue))
            #expect(Divergence(reason, at: StagedSession.start, .vsaCallNotAskedFor).level == .error)
        }
    }
}

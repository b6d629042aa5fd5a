import ClientStack
import Testing

@testable import ScenarioFiles
@testable import Simulation

@Suite struct CallWordTests {
    static let examples: [(String, AccessEnablerCall)] = [
        ("{ setOptions: { handleSVC: true, visitorID: } }", .setOptions(["handleSVC": "true", "visitorID": ""])),
        ("{ setRequestor: KITETV }", .setRequestor("KITETV", serviceProviders: [])),
        ("setRequestor KITETV", .setRequestor("KITETV", serviceProviders: [])),
        ("{ setRequestor: KITETV, service-providers: [a, b] }", .setRequestor("KITETV", serviceProviders: ["a", "b"])),
        ("checkAuthentication", .checkAuthentication), ("getAuthentication", .getAuthentication()),
        (
            "{ getAuthentication: , force: yes, data: { a: b }, providers: [A, B], featured: [B] }",
            .getAuthentication(force: true, data: ["a": "b"], filter: .init(providers: ["A", "B"], featured: ["B"]))
        ),
        ("setSelectedProvider", .setSelectedProvider(nil)), ("setSelectedProvider: A", .setSelectedProvider("A")),
        ("handleExternalURL", .handleExternalURL(nil)),
        ("{ handleExternalURL: adobepass://ios.app }", .handleExternalURL("adobepass://ios.app")),
        ("{ checkPreauthorizedResources: [A, B] }", .checkPreauthorizedResources(["A", "B"])),
        ("{ preauthorize: A, cache: no }", .preauthorize(["A"], usesCache: false)),
        ("{ checkAuthorization: A }", .checkAuthorization("A")),
        ("{ getAuthorization: A, data: { a: 1 } }", .getAuthorization("A", data: ["a": "1"])), ("logout", .logout),
        ("getSelectedProvider", .getSelectedProvider), ("getMetadata authentication", .getMetadata(.authentication)),
        ("{ getMetadata: device-id }", .getMetadata(.deviceID)),
        ("{ getMetadata: authorization A B }", .getMetadata(.authorization(resource: "A B"))),
        ("{ getMetadata: user zip }", .getMetadata(.user(key: "zip"))),
    ]

    @Test("The app calls a method by its name", arguments: examples)
    func reads(yaml: String, call: AccessEnablerCall) throws {
        #expect(try CallWord.call(FileNode(yaml: yaml)) == call)
        #expect(try CallWord.call(FileNode(yaml: call.fileNode.yamlDocument)) == call)
    }

    @Test("Every method has an example above")
    func complete() {
        let names = Self.examples.map(\.0)
        #expect(CallWord.allCases.filter { word in !names.contains { $0.contains(word.rawValue) } } == [])
    }

    @Test(
        "A metadata key is written as it is read",
        arguments: ["authentication", "device-id", "authorization A", "user b"]
    )
    func metadataKey(text: String) throws {
        #expect(try AccessEnablerCall.MetadataKey(reading: .text(text)).words == text)
    }

    @Test(
        "What is no call is told with the word that is near",
        arguments: [
            ("checkAuthentification", "Did you mean \"checkAuthentication\"?"), ("{ play: A }", "Known: setOptions"),
            ("{ logout: , getMetadata: user a }", "a call is of one method"),
            ("{ logout: now }", "\"logout\" takes no argument"), ("{ getMetadata: zip }", "Write authentication"),
            ("{ setRequestor: }", "has to be a text"),
            ("{ getAuthentication: , featured: [A] }", "needs \"providers\""),
            ("{ checkAuthorization: A, cash: no }", "unknown key"), ("[logout]", "a method's name"),
        ]
    )
    func errors(yaml: String, text: String) throws {
        let node = try FileNode(yaml: yaml)
        let error = #expect(throws: Problem.self) { try CallWord.call(node) }
        #expect(error?.located(in: "a").description.contains(text) == true, "\(String(describing: error))")
    }
}

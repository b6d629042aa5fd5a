import Checkout
import ClientStack
import Device
import Documents
import Foundation
import PassAPI
import Report
import Services
import SubscriberAccount
import Testing

@testable import ScenarioFiles
@testable import Simulation

/// Documentation/reference/scenarios.md and scenario.schema.json know the words that the reader knows, and no others.
@Suite struct DocumentationTests {
    static let folder = Checkout.top.appending(path: "Documentation/reference")

    static let page = (try? String(contentsOf: folder.appending(path: "scenarios.md"), encoding: .utf8)) ?? ""

    /// The code blocks of a language, with the line before which each stands.
    static func blocks(_ language: String) -> [String] {
        page.components(separatedBy: "```").enumerated().compactMap { index, text in
            guard index.isMultiple(of: 2) == false, text.hasPrefix(language + "\n") else { return nil }
            return String(text.dropFirst(language.count + 1))
        }
    }

    static let scenarios = blocks("yaml").filter { !$0.hasPrefix("- ") }
    static let stepLists = blocks("yaml").filter { $0.hasPrefix("- ") }

    @Test("Every whole scenario of the page can be read", arguments: scenarios)
    func wholes(text: String) throws {
        let scenario = try ScenarioFile.parse(text, name: "scenarios.md")
        #expect(
            try ScenarioFile.parse(ScenarioFile.text(of: scenario), name: "written").unlocated == scenario.unlocated
        )
    }

    @Test("The scenario of the how-to holds")
    func howTo() throws {
        let page = Checkout.text(of: "Documentation/how-to/scenarios.md")
        let text = try #require(
            page.components(separatedBy: "```yaml\n").dropFirst().first?.components(separatedBy: "```").first
        )
        let scenario = try ScenarioFile.parse(text, name: "how-to/scenarios.md")
        guard case .setup(let setup) = scenario.start else { return #expect(Bool(false), "it begins with a recording") }
        var run = ScenarioRun(in: try World(setup))
        try run.run(scenario.steps)
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("Every list of steps of the page can be read, and every expectation and call has an example")
    func steps() throws {
        var expectations: Set<ExpectationWord> = []
        var calls: Set<String> = []
        for list in Self.stepLists {
            guard case .list(let items) = try FileNode(yaml: list).content else { continue }
            for item in items {
                let step = try Scenario.LocatedStep(reading: item, yaml: FileNode.init(yaml:)).step
                if let expect = step.as(ExpectStep.self) { expectations.formUnion(expect.expectations.map(\.words.0)) }
                if let call = step.as(CallStep.self)?.call {
                    calls.insert(call.fileNode.yamlDocument.split { ": \n{".contains($0) }.first.map(String.init) ?? "")
                }
            }
        }
        #expect(ExpectationWord.allCases.filter { !expectations.contains($0) } == [])
        #expect(CallWord.allCases.filter { !calls.contains($0.rawValue) } == [])
        #expect(ExpectationWord.all.filter { !Self.page.contains("`\($0)`") } == [])
    }

    @Test("The page of steps and the schema have the steps that there are: Scripts/reference writes them")
    func stepReference() throws {
        let page = Checkout.text(of: "Documentation/reference/steps-and-operations.md")
        let table = try #require(page.components(separatedBy: "<!-- steps: ").last)
        let lines = table.components(separatedBy: "<!-- end").first?.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(lines?.map(String.init) == StepReference.table)
        let file = try Data(contentsOf: Self.folder.appending(path: "scenario.schema.json"))
        let schema = try #require(try JSONValue(parsing: Array(file)).object)
        #expect(schema["$defs"]?.object?["step"]?.serialized == StepReference.schema.serialized)
        for member in StepReference.definitions.members {
            #expect(schema["$defs"]?.object?[member.key]?.serialized == member.value.serialized)
        }
    }

    @Test("The page of steps has every step of the flow and every operation, and no other")
    func flowAndOperations() {
        let page = Checkout.text(of: "Documentation/reference/steps-and-operations.md")
        func names(_ mark: String) -> [String] {
            let part = page.components(separatedBy: "<!-- \(mark): ").last?.components(separatedBy: "<!-- end").first
            return (part ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
                $0.split(separator: "`").dropFirst().first.map(String.init)
            }
        }
        #expect(names("flow") == FlowStep.allCases.map(\.rawValue))
        #expect(names("operations") == PassAPI.Operation.allCases.map(\.rawValue))
    }

    @Test("Every line for --then on the page can be read")
    func lines() throws {
        let lines = Self.blocks("steps").flatMap { $0.split(separator: "\n") }
        #expect(lines.count >= 3)
        for line in lines { #expect(try ScenarioFile.steps(parsing: String(line)).isEmpty == false) }
    }

    @Test(
        "The page lists every option with its default and a meaning, and no other: Scripts/reference writes it",
        arguments: PageReference.sections
    )
    func options(section: PageReference.Section) throws {
        let page = Checkout.text(of: "Documentation/reference/options.md")
        let part = try #require(page.components(separatedBy: "\n## \(section.title)\n").dropFirst().first)
        let lines = (part.components(separatedBy: "\n## ").first ?? "").split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let shown = lines.map { $0.components(separatedBy: " | ") }
        // A row a refusal of a call stands there once.
        let wanted = section.rows.filter { !$0.name.contains("-of-") || $0.name == "after-401-of-check" }
        let names = wanted.map { $0.name.contains("-of-") ? "after-REFUSAL-of-CALL" : $0.name }
        #expect(shown.map { $0.first ?? "" } == names.map { "| `\($0)`" })
        #expect(shown.map { $0.dropFirst().first ?? "" } == wanted.map(\.values))
        #expect(
            shown.map { $0.dropFirst(2).first ?? "" } == wanted.map { $0.initial.isEmpty ? "empty" : "`\($0.initial)`" }
        )
        #expect(shown.allSatisfy { $0.count == 4 && $0[3].count > 10 })
    }

    // MARK: The schema

    typealias Object = [String: Any]

    func schema() throws -> Object {
        let data = try Data(contentsOf: Self.folder.appending(path: "scenario.schema.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    }

    /// The properties of the object that is `schema`, or the one of its alternatives.
    func keys(_ schema: Any?) -> Set<String> {
        guard let schema = schema as? Object else { return [] }
        if let properties = schema["properties"] as? Object { return Set(properties.keys) }
        return ((schema["oneOf"] as? [Any]) ?? []).reduce(into: []) { $0.formUnion(keys($1)) }
    }

    func property(_ schema: Any?, _ path: String...) -> Any? {
        path.reduce(schema) { schema, key in
            let object = schema as? Object
            return (object?["properties"] as? Object)?[key] ?? object?[key]
                ?? (object?["oneOf"] as? [Any])?.lazy.compactMap { (($0 as? Object)?["properties"] as? Object)?[key] }
                .first
        }
    }

    @Test("The schema has the words of the reader, and no others")
    func schemaWords() throws {
        let schema = try schema()
        let definitions = try #require(schema["$defs"] as? Object)
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(keys(schema) == Set(Scenario.keys))
        #expect(keys(definitions["step"]) == Set(StepCatalog.words.map(\.text) + ["on"]))
        #expect(keys(definitions["expectation"]) == Set(ExpectationWord.all))
        #expect(keys(definitions["call"]) == Set(CallWord.allCases.flatMap { [$0.rawValue] + $0.keys }))
        #expect(keys(definitions["device"]) == Set(DeviceSetup.keys))
        #expect(keys(definitions["account"]) == Set(DeviceSetup.Account.keys))
        #expect(keys(definitions["appSetup"]) == Set(AppSetup.keys))
        #expect(keys(definitions["login"]) == Set(ScenarioStep.SignIn.keys))
        #expect(keys(definitions["lifetimes"]) == Set(Lifetimes.words.map(\.name)))
        #expect(keys(definitions["service"]) == Set(ServiceChanges.keys))
        let requestor = property(definitions["service"], "requestors", "additionalProperties")
        #expect(keys(requestor) == Set(ServiceChanges.Requestor.keys))
        #expect(keys(property(requestor, "providers", "additionalProperties")) == Set(ServiceChanges.Integration.keys))
        let provider = property(definitions["service"], "providers", "additionalProperties")
        #expect(keys(provider) == Set(ServiceChanges.Provider.keys))
        #expect(
            keys(property(provider, "subscribers", "additionalProperties")) == Set(ServiceConfiguration.Subscriber.keys)
        )
        #expect(keys(property(definitions["step"], "fault")) == Set(FaultPlan.Rule.keys))
        #expect(keys(property(definitions["step"], "install app")) == Set(AppSetup.keys + ["id"]))
        #expect(
            keys(property(definitions["step"], "change lifetimes"))
                == Set(Lifetimes.words.map(\.name) + ["requestor", "provider"])
        )
    }

    @Test("The schema lists requests, callbacks and steps of the flow as they are called")
    func schemaValues() throws {
        let definitions = try #require(try schema()["$defs"] as? Object)
        func words(_ name: Any?) -> [String] { (name as? Object)?["enum"] as? [String] ?? [] }
        #expect(words(definitions["operation"]) == PassAPI.Operation.allCases.map(\.rawValue))
        #expect(words(definitions["callbackName"]) == ExpectationWord.callbackNames)
        #expect(words(property(definitions["expectation"], "step")) == FlowStep.allCases.map(\.rawValue))
        #expect(
            words(property(definitions["login"], "outcome")) == ScenarioStep.SignIn.Outcome.allCases.map(\.rawValue)
        )
        #expect(
            words(property(definitions["step"], "degrade", "mode"))
                == ServiceControl.Degradation.allCases.map(\.rawValue)
        )
    }

    @Test("Patterns of the schema let every word of steps and expectations begin a line, and no other")
    func schemaPatterns() throws {
        let definitions = try #require(try schema()["$defs"] as? Object)
        for (name, words) in [("step", StepCatalog.words.map(\.text)), ("expectation", ExpectationWord.all)] {
            let alternatives = try #require((definitions[name] as? Object)?["oneOf"] as? [Object])
            let regex = try Regex(try #require(alternatives.compactMap { $0["pattern"] as? String }.first))
            #expect(words.filter { "\($0) x".firstMatch(of: regex) == nil || $0.firstMatch(of: regex) == nil } == [])
            #expect("earthquake x".firstMatch(of: regex) == nil)
        }
    }
}

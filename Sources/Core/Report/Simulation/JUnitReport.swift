import Documents
import Simulation
import VirtualTime

/// Results of scenarios in the form in which continuous integration reads test results: JUnit's XML.
///
/// One test case a scenario. An expectation that was not met is a `failure`, a scenario that could not be run an `error`.
/// No real time stands in it, so that two runs over the same files give the same report.
public struct JUnitReport: Sendable {
    private var cases: [XMLElement] = []
    private var counts = ScenarioCounts()

    /// A report about nothing so far.
    public init() {}

    /// Adds a result.
    public mutating func add(_ result: ScenarioResult) {
        counts.add(result.verdict)
        cases.append(Self.testCase(result))
    }

    /// The whole document.
    public var text: String {
        let suite = Self.element(
            "testsuite",
            [("name", "kinescope simulate")] + totals,
            children: cases.flatMap { [Self.lineEnd(2), .element($0)] } + [Self.lineEnd(1)]
        )
        let suites = Self.element(
            "testsuites",
            totals,
            children: [Self.lineEnd(1), .element(suite), Self.lineEnd(0)]
        )
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + XMLDocument(root: suites).serialized + "\n"
    }

    private var totals: [(String, String)] {
        [
            ("tests", "\(counts.total)"), ("failures", "\(counts.failed)"), ("errors", "\(counts.refused)"),
            ("skipped", "0"),
        ]
    }

    // MARK: One scenario

    private static func testCase(_ result: ScenarioResult) -> XMLElement {
        var properties = result.requirements.map { ("requirement", $0) }
        var body: [XMLNode] = []
        var line: Int?
        switch result.outcome {
        case .ran(let run):
            properties.append(("virtual-time", "\(ElapsedTime(run.span.upperBound - run.span.lowerBound))"))
            properties.append(("digest", "\(run.digest)"))
            if let first = run.failures.first {
                line = first.line
                body = [lineEnd(3), .element(failure(result, run.failures))]
            }
        case .refused(let problem, _):
            let error = element(
                "error",
                [("message", problem), ("type", "refused")],
                children: [.text(clean(problem))]
            )
            body = [lineEnd(3), .element(error)]
        }
        let listed = properties.flatMap { name, value in
            [lineEnd(4), XMLNode.element(element("property", [("name", name), ("value", value)]))]
        }
        if !listed.isEmpty {
            body = [lineEnd(3), .element(element("properties", [], children: listed + [lineEnd(3)]))] + body
        }
        var attributes = [("name", result.title), ("classname", className(of: result.file)), ("file", result.file)]
        if let line, line > 0 { attributes.append(("line", "\(line)")) }
        return element("testcase", attributes, children: body.isEmpty ? [] : body + [lineEnd(2)])
    }

    private static func failure(_ result: ScenarioResult, _ failures: [ExpectationFailure]) -> XMLElement {
        let lines = failures.map { failure in
            "\(failure.place(in: result.file)): at \(failure.instant): "
                + "expected \(failure.expected), found \(failure.found)"
        }
        let more = failures.count > 1 ? ", and \(failures.count - 1) more" : ""
        let message = failures.first.map { "expected \($0.expected), found \($0.found)" } ?? ""
        return element(
            "failure",
            [("message", message + more), ("type", "expectation")],
            children: [.text(clean(lines.joined(separator: "\n")))]
        )
    }

    /// `scenarios/upgrades/ios-7.yaml` as `scenarios.upgrades.ios-7`, by which readers group.
    private static func className(of file: String) -> String {
        var name = file[...]
        for suffix in [".yaml", ".yml"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
        return name.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: ".")
    }

    // MARK: XML

    private static func element(
        _ name: String,
        _ attributes: [(String, String)],
        children: [XMLNode] = []
    ) -> XMLElement {
        XMLElement(
            XMLName(name),
            attributes: attributes.map { XMLAttribute(XMLName($0), clean($1)) },
            children: children
        )
    }

    private static func lineEnd(_ depth: Int) -> XMLNode {
        .text("\n" + String(repeating: "  ", count: depth))
    }

    /// XML 1.0 has no way to write most control characters, not even as references (§2.2).
    private static func clean(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            PrintableText.escaped(String(line))
                .replacing("\u{FFFE}", with: #"\u{fffe}"#).replacing("\u{FFFF}", with: #"\u{ffff}"#)
        }.joined(separator: "\n")
    }
}

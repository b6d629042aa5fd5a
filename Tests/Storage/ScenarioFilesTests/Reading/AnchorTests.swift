import Testing
import Yams

@testable import ScenarioFiles
@testable import Simulation

@Suite("Anchors and aliases are refused wherever YAML has them, and nowhere else")
struct AnchorTests {
    private func isRefused(_ yaml: String) -> Bool {
        do {
            _ = try FileNode(yaml: yaml)
            return false
        } catch {
            return error.text == "anchors and aliases are not read in scenarios"
        }
    }

    @Test(
        "An anchor may stand behind a blank, a bracket, a comma, a colon or a question mark",
        arguments: [
            "&x b", "- &x b", "a: &x b", "[&x b]", "{&x b: c}", "[a,&x b]", "{\"a\":&x b, \"c\":*x}", "{'a':&x b}",
            "{?&x b : c}", "\u{FEFF}&x b", "\"a\":\n- b:\t&x c", "!!str &x b",
        ]
    )
    func anchors(yaml: String) {
        #expect(isRefused(yaml))
    }

    @Test(
        "An ampersand within a text or in quotes is a part of the text",
        arguments: [
            ("a &b *c", "a &b *c"), ("\"a: &b\"", "a: &b"), ("'&b'", "&b"), ("|\n  &b", "&b"),
            ("AT&T", "AT&T"), ("\"&x\"", "&x"), ("'a''&b'", "a'&b"), ("http://h/?a=b&c=d", "http://h/?a=b&c=d"),
            ("a & b", "a & b"), ("\"a:& b\"", "a:& b"), ("\"a:\\x26b\"", "a:&b"), ("\"?\\x26\"", "?&"), ("a &", "a &"),
        ]
    )
    func texts(yaml: String, text: String) throws {
        #expect(try FileNode(yaml: yaml).content == .text(text))
    }

    @Test("What is written reads back, whatever stands before an ampersand")
    func written() throws {
        for scalar in (1...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FEFF}", "\u{3000}"] {
            let text = "a\(scalar)&b"
            #expect(try FileNode(yaml: text.yamlScalar).content == .text(text), "\(text.yamlScalar)")
        }
    }

    @Test("Behind what is no key, an anchor is not even read", arguments: ["{[a]:&x b}", "{{}:&x b}"])
    func behindNoKey(yaml: String) {
        let problem = #expect(throws: Problem.self) { try FileNode(yaml: yaml) }
        #expect(problem?.text.hasPrefix("a key has to be a text, not ") == true)
    }

    @Test("Wherever Yams sees an anchor or alias, the file is refused")
    func everyPlace() throws {
        let pieces = [
            "{", "[", "}", "]", ",", ":", "?", "-", "- ", ": ", "? ", " ", "\n", "\t", "a", "\"a\"", "'a'", "!", "!t",
            "!<t>", "|", ">", "|\n ", "#", "*y", "&y", "%", "@", "---", "--- ", "...", "<<", "\u{85}", "\u{FEFF}",
        ]
        var count = 0
        for first in [""] + pieces {
            for second in [""] + pieces {
                for third in pieces {
                    let start = first + second + third
                    for end in ["&x b", "&x", "&x : b", "&x {}"] {
                        let yaml = start + end + Self.closing(start)
                        guard Self.hasAnchor(yaml) else { continue }
                        count += 1
                        if (try? FileNode(yaml: yaml)) != nil { Issue.record("read: \(yaml.debugDescription)") }
                    }
                }
            }
        }
        // The texts are such that the library does find anchors in them.
        #expect(count > 5_000)
    }

    /// The brackets that end what `text` begins.
    private static func closing(_ text: String) -> String {
        var brackets: [Character] = []
        for character in text {
            switch character {
            case "{": brackets.append("}")
            case "[": brackets.append("]")
            case "}", "]": _ = brackets.popLast()
            default: break
            }
        }
        return String(brackets.reversed())
    }

    /// Checks whether the library takes a part of the text for an anchor or alias.
    private static func hasAnchor(_ yaml: String) -> Bool {
        guard let parser = try? Parser(yaml: yaml, resolver: .basic, encoding: .utf8) else { return false }
        // A node holds its anchor only as long as its parser lives.
        return withExtendedLifetime(parser) {
            do {
                while let root = try parser.nextRoot() {
                    if hasAnchor(root) { return true }
                }
                return false
            } catch {
                return false
            }
        }
    }

    private static func hasAnchor(_ node: Node) -> Bool {
        if node.anchor != nil { return true }
        switch node {
        case .alias: return true
        case .scalar: return false
        case .sequence(let nodes): return nodes.contains(where: hasAnchor)
        case .mapping(let pairs): return pairs.contains { hasAnchor($0.key) || hasAnchor($0.value) }
        }
    }

    @Test("A small file whose aliases would make a huge value is refused")
    func laughs() throws {
        let text = try Regression.text("laughs-behind-json-keys.yaml")
        #expect(isRefused(text))
        let error = #expect(throws: ScenarioFileError.self) { try ScenarioFile.parse(text, name: "a.yaml") }
        #expect(error?.line == 1)
    }
}

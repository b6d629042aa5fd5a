import Checkout
import Foundation
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// The tables of Corpus/SAMLResponse/attacks.md: what each attack must come to, asked of the parsers.
@Suite struct AttackTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var section: String
        var number: Int
        var files: [String]
        var behavior: String
        var testDescription: String { "class \(number): \(files[0])" }
    }

    static let corpus = Checkout.top.appending(path: "Corpus")

    static let rows: [Row] = {
        let text =
            (try? String(contentsOf: corpus.appendingPathComponent("SAMLResponse/attacks.md"), encoding: .utf8)) ?? ""
        var rows: [Row] = []
        var section = "SAMLResponse"
        var number = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## In the transport") { section = "TransportForm" }
            if line.hasPrefix("## In JSON") { section = "JWT" }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count >= 6 else { continue }
            number = Int(cells[1]) ?? number
            let files = quoted(cells[3]).filter { $0.contains(".") && $0.first?.isNumber == true }
            guard !files.isEmpty else { continue }
            rows.append(
                Row(section: section, number: number, files: files, behavior: cells[4...].joined(separator: "|"))
            )
        }
        return rows
    }()

    static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// The diagnostics that a behavior names: lower-case words with hyphens.
    static func diagnostics(_ behavior: String) throws -> [String] {
        let name = try Regex("^[a-z0-9]+(-[a-z0-9]+)+$")
        guard let word = behavior.firstRange(of: "suspicious") ?? behavior.firstRange(of: "note ") else { return [] }
        return quoted(String(behavior[word.lowerBound...])).filter { $0.contains(name) }
    }

    /// The name of an enumeration's case, whatever it describes itself as.
    static func caseName(_ value: some Any) -> String {
        Mirror(reflecting: value).children.first?.label
            ?? String(String(reflecting: value).split(separator: ".").last ?? "")
    }

    static func bytes(_ row: Row, _ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: corpus.appendingPathComponent("\(row.section)/regression/\(file)")))
    }

    @Test("All 32 classes have a file, and each file of attacks is in a table")
    func complete() throws {
        #expect(Set(Self.rows.map(\.number)) == Set(1...32))
        for section in ["SAMLResponse", "TransportForm", "JWT"] {
            let folder = Self.corpus.appendingPathComponent("\(section)/regression").path
            let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.first?.isNumber == true
            }
            let listed = Set(Self.rows.filter { $0.section == section }.flatMap(\.files))
            #expect(found.filter { !listed.contains($0) }.sorted() == [])
            #expect(listed.subtracting(found).sorted() == [])
        }
    }

    @Test(
        "A response is refused for the cause, or read with the remarks",
        arguments: rows.filter { $0.section == "SAMLResponse" }
    )
    func responses(_ row: Row) throws {
        let diagnostics = try Self.diagnostics(row.behavior)
        for file in row.files {
            let input = try Self.bytes(row, file)
            do throws(SAMLError) {
                let response = try SAMLResponse(parsing: input)
                let values = ["`.null`", "`.elements`", "`.text("]
                #expect(
                    !row.behavior.hasPrefix("`.") || values.contains { row.behavior.hasPrefix($0) },
                    "\(file) was read"
                )
                let names = response.diagnostics.map(\.name)
                for name in diagnostics { #expect(names.contains(name), "\(file): \(names)") }
                if row.behavior.contains("suspicious") {
                    #expect(response.diagnostics.contains { $0.weight != .note }, "\(file)")
                }
                if row.behavior.contains("no success") { #expect(!response.status.isSuccess, "\(file)") }
                Self.holds(row.behavior, response, file)
            } catch {
                var name = "." + Self.caseName(error.cause)
                if case .xml(let inner) = error.cause { name = ".xml(." + Self.caseName(inner.cause) }
                #expect(row.behavior.hasPrefix("`" + name), "\(file): \(error)")
                // A limit, a count: what stands in the brackets is meant, too.
                if let stated = row.behavior.firstMatch(of: /\((?:count: |"\w+", )(\d+)\)/) {
                    let said = String(reflecting: error.cause)
                    #expect(said.contains(stated.output.1), "\(file): \(said)")
                }
            }
        }
    }

    /// Expects what a behavior says of texts, IDs, times and counts.
    static func holds(_ behavior: String, _ response: SAMLResponse, _ file: String) {
        let assertions = response.assertions
        let names = assertions.compactMap { assertion -> String? in
            if case .name(let name)? = assertion.subject?.identifier { name.value } else { nil }
        }
        let values = assertions.flatMap(\.attributes).flatMap(\.values)
        let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let first = quoted(behavior).first ?? ""
        if behavior.hasPrefix("the NameID is") || behavior.contains("the whole text,")
            || behavior.hasPrefix("`") && behavior.contains("comment-split-name-id")
            || behavior.hasPrefix("`") && behavior.contains("cdata-split-name-id")
        {
            #expect(names == [first], "\(file)")
        }
        if behavior.hasPrefix("read: the NameID is") { #expect(names == [first], "\(file)") }
        if behavior.contains("comment-split-attribute-value") { #expect(texts.contains(first), "\(file): \(texts)") }
        if behavior.hasPrefix("the ID is") { #expect(assertions.map(\.id) == [first], "\(file)") }
        if let end = behavior.firstMatch(of: /^(?:ends|expired) (?:at )?(\S+Z)/)?.output.1 {
            let expiry = response.validity.expiry ?? .distantFuture
            #expect(expiry.description.hasSuffix(end), "\(file): \(expiry)")
            #expect(!response.validity.isValid(at: expiry), "\(file)")
        }
        if behavior.hasPrefix("never valid") {
            for instant in [response.validity.notBefore, response.validity.expiry].compactMap({ $0 }) {
                #expect(!response.validity.isValid(at: instant), "\(file)")
            }
        }
        if behavior.contains("no validity") { #expect(response.validity.expiry == nil, "\(file)") }
        if behavior.hasPrefix("`encryptedAssertionCount` 1") {
            #expect(response.encryptedAssertionCount == 1 && assertions.isEmpty, "\(file)")
        }
        if behavior.hasPrefix("`identifier` is `.encrypted`") {
            let identifier = assertions.first?.subject?.identifier
            #expect(identifier.map(caseName) == "encrypted", "\(file)")
        }
        if behavior.hasPrefix("`encryptedAttributeCount` 1") {
            #expect(assertions.first?.encryptedAttributeCount == 1 && values.isEmpty, "\(file)")
        }
        if let thrown = behavior.firstMatch(of: /`successfulAssertion\(\)` throws `\.(\w+)`/)?.output.1 {
            do throws(SAMLError) {
                _ = try response.successfulAssertion()
                Issue.record("\(file) has a successful assertion")
            } catch {
                #expect(caseName(error.cause) == thrown, "\(file)")
            }
        }
        for (sign, name) in [("`.null`", "null"), ("`.elements`", "elements")] where behavior.hasPrefix(sign) {
            #expect(values.map(caseName) == [name], "\(file)")
        }
        if behavior.hasPrefix("`.text(\"\")` twice") { #expect(texts.filter(\.isEmpty).count == 2, "\(file)") }
        if behavior.hasPrefix("two attributes") { #expect(assertions.flatMap(\.attributes).count == 2, "\(file)") }
    }

    @Test("A token is refused for the cause, or read with the remarks", arguments: rows.filter { $0.section == "JWT" })
    func webTokens(_ row: Row) throws {
        let diagnostics = try Self.diagnostics(row.behavior)
        for file in row.files {
            let text = String(decoding: try Self.bytes(row, file), as: UTF8.self)
                .trimmingCharacters(in: .newlines)
            do throws(JSONWebTokenError) {
                let token = try JSONWebToken(parsing: text)
                #expect(!row.behavior.hasPrefix("`."), "\(file) was read")
                let names = token.diagnostics.map(\.name)
                for name in diagnostics { #expect(names.contains(name), "\(file): \(names)") }
                if row.behavior.contains("suspicious") {
                    #expect(token.diagnostics.contains { $0.weight == .suspicious }, "\(file)")
                }
            } catch {
                let plain: [JSONWebTokenError: String] = [.encrypted: "encrypted", .unencoded: "unencoded"]
                let name = plain[error] ?? Self.caseName(error)
                #expect(row.behavior.hasPrefix("`." + name), "\(file): \(error)")
            }
        }
    }

    @Test("An inspection comes to what the table says", arguments: rows.filter { $0.section == "TransportForm" })
    func transportForms(_ row: Row) throws {
        for file in row.files {
            let found = Inspection(of: try Self.bytes(row, file), at: Instant(secondsSince1970: 1_795_212_000))
            #expect((found.refusal != nil) == row.behavior.hasPrefix("refused"), "\(file): \(found.summary)")
            if row.behavior.hasPrefix("refused") {
                #expect(found.refusal?.name == Self.quoted(row.behavior).first, "\(file): \(found.summary)")
            }
            if row.behavior.contains("two layers") { #expect(found.layers.count == 2, "\(file): \(found.layers)") }
            if row.behavior.contains("layer base64url") { #expect(found.layers.last == .base64URL, "\(file)") }
            let names = found.diagnostics.map(\.name) + [found.refusal?.name].compactMap { $0 }
            for name in try Self.diagnostics(row.behavior) {
                #expect(names.contains(name), "\(file): \(names)")
            }
        }
    }
}

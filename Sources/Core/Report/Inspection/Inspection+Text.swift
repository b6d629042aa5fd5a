import Documents
public import Inspection
import Tokens
import VirtualTime

extension Inspection {
    /// The inspection for people, one fact a line, without a line break at the end.
    ///
    /// Control characters of the input are shown as `\u{1B}`, so that nothing in it reaches a terminal; values of more
    /// than 400 characters are cut, and say so.
    public var text: String { lines.joined(separator: "\n") }

    /// The inspection in one line: what it is, its verdict, and the first reason for it.
    public var summary: String {
        var parts = [headline, verdict.title]
        if let refusal {
            parts.append("\(refusal.name): \(shown(refusal.detail))")
        } else {
            if let words = validityWords { parts.append(words) }
            parts += diagnostics.filter { $0.weight != .note }.map { "\($0.name): \(shown($0.detail))" }
            for part in self.parts {
                let inside = part.inspection
                let reason = inside.refusal.map { ", \($0.name)" } ?? ""
                parts.append("inside \(shown(part.name)): \(inside.kind.title), \(inside.verdict.title)\(reason)")
            }
        }
        return parts.joined(separator: "; ")
    }

    private var headline: String {
        shown(([kind.title] + layers.reversed().map { "in \($0.name)" }).joined(separator: ", "))
    }

    private var lines: [String] {
        var lines = [headline]
        let titles = fields.map(\.title)
        let width = titles.map { columns(of: $0) }.max() ?? 0
        for (field, title) in zip(fields, titles) {
            let name = shownName(title) + blanks(width - columns(of: title))
            let words = [cut(field.valueText), field.meaning.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }
            lines.append("  \(name)  \(shown(words.joined(separator: "  ")))")
        }
        if let words = validityWords {
            lines.append("  \(words), as of \(instant)")
        }
        for diagnostic in diagnostics {
            lines.append("  \(diagnostic.weight.title)  \(diagnostic.name): \(shown(diagnostic.detail))")
        }
        if let refusal { lines.append("  \(verdict.title)  \(refusal.name): \(shown(refusal.detail))") }
        for part in parts {
            lines.append("  inside \(shown(part.name)):")
            lines += part.inspection.lines.map { "    " + $0 }
        }
        lines.append("  verdict  \(verdict.title)")
        return lines
    }

    /// Its times in words, none of which says that anything was verified; nil where it has none.
    private var validityWords: String? {
        guard validity != Validity() else { return nil }
        let from = validity.notBefore.map { "not before \($0)" }
        let until: String? =
            switch validity.state(at: instant) {
            case .notYet, .valid: validity.expiry.map { "expires \($0)" }
            case .expired: validity.expiry.map { "expired \($0)" }
            }
        return [from, until ?? "expires never"].compactMap(\.self).joined(separator: ", ")
    }
}

extension InspectedKind {
    /// What it is in words: its name without hyphens, unless it has another.
    var title: String { Self.titles[name] ?? name.replacing("-", with: " ") }

    private static let titles = [
        "unknown": "nothing known", "vsa-call": "VSA call", "saml-response": "SAML response",
        "saml-message": "SAML message",
        "authn-token": "AuthN token", "authz-token": "AuthZ token", "media-token": "short media token",
        "jwt": "JSON web token", "jws": "JSON Web Signature", "request": "HTTP request", "response": "HTTP response",
        "html-page": "HTML page", "json-document": "JSON document", "xml-document": "XML document",
        "software-statement-request": "client registration request", "configuration": "MVPD configuration",
        "preauthorization": "preauthorization response", "authorize-response": "token response",
        "error": "error response",
        "oauth-error": "OAuth error response", "framework-status": "partner framework status",
        "session-status": "status of an authentication session",
        "individualization": "device individualization",
    ]
}

extension Inspection.Verdict {
    /// The verdict in words.
    var title: String {
        switch self {
        case .ok: "ok"
        case .weak: "weak"
        case .notYetValid: "not yet valid"
        case .expired: "expired"
        case .suspicious: "suspicious"
        case .malformed: "malformed"
        case .rejected: "rejected"
        }
    }
}

extension Validity.State {
    /// The state as JSON has it.
    var code: String {
        switch self {
        case .notYet: "notYetValid"
        case .valid: "current"
        case .expired: "expired"
        }
    }
}

extension Diagnostic.Weight {
    /// The weight in a word.
    var title: String {
        switch self {
        case .note: "note"
        case .weak: "weak"
        case .suspicious: "suspicious"
        }
    }
}

private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

/// How wide a name is, and 32 of a wider one, which the values of the others are not moved for.
///
/// As far as its first 128 scalars tell: a letter and as many marks above it as anyone likes are one character.
private func columns(of name: String) -> Int {
    let scalars = name.unicodeScalars.prefix(128)
    return min(String(scalars).count, 32)
}

/// By scalars: a letter and as many marks above it as anyone likes are one character.
private func cut(_ value: String) -> String {
    let scalars = value.unicodeScalars
    let count = scalars.count
    return count <= 400 ? value : String(scalars.prefix(400)) + "… (\(CountedNoun.text(count, "character")))"
}

/// The text with control characters and what turns the direction of writing made visible.
private func shown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if isHidden(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// The name of a field, cut where it is long as it is shown: very many values may stand below one long name.
private func shownName(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
        let next = shown(String(scalar))
        guard result.utf8.count + next.utf8.count <= 128 else { return result + "…" }
        result += next
    }
    return result
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    // Most of what is shown is plain, and the table of categories is slow.
    if (0x20..<0x7F).contains(scalar.value) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
}

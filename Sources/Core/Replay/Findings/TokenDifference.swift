import Documents
import PassAPI
import Services
import Tokens

/// In what two token texts differ, element by element: that a token of a thousand characters is another one says little.
enum TokenDifference {
    /// `difference` itself, or what it comes to where both values are tokens.
    static func details(of difference: FieldDifference) -> [FieldDifference] {
        guard ["authentication_token", "authz_token"].contains(difference.name),
            let recorded = difference.recorded.flatMap({ try? Token(parsing: $0) }),
            let replayed = difference.replayed.flatMap({ try? Token(parsing: $0) })
        else { return [difference] }
        let old = leaves(of: recorded)
        let new = leaves(of: replayed)
        var names: [String] = []
        for (name, _) in old + new where !names.contains(name) { names.append(name) }
        let found = names.compactMap { name -> FieldDifference? in
            let values = (old.first { $0.name == name }?.value, new.first { $0.name == name }?.value)
            return values.0 == values.1
                ? nil : FieldDifference("\(difference.name) \(name)", recorded: values.0, replayed: values.1)
        }
        return found.isEmpty ? [difference] : found
    }

    /// A token's elements that hold text, and its signature last, since that changes with everything.
    private static func leaves(of token: Token) -> [(name: String, value: String)] {
        leaves(of: token.signed.document.root) + [("signatureInfo", token.signed.signature)]
    }

    /// The parser limits the depth, so the recursion ends.
    private static func leaves(of element: XMLElement) -> [(name: String, value: String)] {
        element.elements.isEmpty ? [(element.name.local, element.text)] : element.elements.flatMap { leaves(of: $0) }
    }
}

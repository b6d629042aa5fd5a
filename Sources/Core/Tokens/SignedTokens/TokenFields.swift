import Documents

/// Reads the children of a token's element: the first of each name wins, the rest is kept and reported.
///
/// The clients in the field take the first match of a regular expression, so the first is what they see (tokens.md §14).
struct TokenFields {
    private(set) var duplicates: [String] = []
    private(set) var unknown: [XMLElement] = []
    private var known: [(name: String, element: XMLElement)] = []

    /// Sorts the children of `element` by whether their name is in `names`.
    init(of element: XMLElement, names: [String]) {
        add(element, names: names)
    }

    /// Sorts the children of the first child `name` in the same way, as if they stood beside it.
    mutating func open(_ name: String, names: [String]) {
        guard let element = element(name) else { return }
        add(element, names: names)
    }

    private mutating func add(_ parent: XMLElement, names: [String]) {
        for case .element(let child) in parent.children {
            guard child.name.namespace == nil, names.contains(exactly: child.name.local) else {
                unknown.append(child)
                continue
            }
            if element(child.name.local) == nil {
                known.append((child.name.local, child))
            } else {
                duplicates.append(child.name.local)
            }
        }
    }

    func element(_ name: String) -> XMLElement? { known.first { $0.name == name }?.element }

    /// The whole text of the first child of this name; nil where there is none, empty where it is empty.
    func text(_ name: String) -> String? { element(name)?.text }

    func date(_ name: String) throws(TokenError) -> TokenDate? {
        guard let text = text(name) else { return nil }
        do throws(TokenDateError) {
            return try TokenDate(parsing: text)
        } catch {
            throw .date(element: name, error)
        }
    }

    /// A non-negative whole number of milliseconds.
    func milliseconds(_ name: String) throws(TokenError) -> Int64? {
        guard let text = text(name) else { return nil }
        let digits = text.utf8.drop(while: isSpace)
        guard let end = digits.lastIndex(where: { !isSpace($0) }),
            digits[...end].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let value = Int64(String(digits[...end]) ?? "")
        else { throw .milliseconds(element: name, text: text) }
        return value
    }
}

/// An element of a token as text: attribute-free and on one line, as regular-expression readers need it (tokens.md §6).
func tokenElement(_ name: String, _ value: String?) -> String {
    var text = ""
    text.appendTokenElement(name, value)
    return text
}

extension String {
    /// Appends what ``tokenElement(_:_:)`` makes.
    mutating func appendTokenElement(_ name: String, _ value: String?) {
        guard let value else { return }
        self += "<"
        self += name
        self += ">"
        self += TokenText.escaped(value)
        self += "</"
        self += name
        self += ">"
    }
}

import Documents

/// HTML: what is interpolated into a literal is escaped, but for other markup.
///
/// The elements are written as XML has them (`<br/>`, `required=""`), so that a test can read every page.
struct Markup: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, escaped.
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

    /// The parts in order.
    init(_ parts: [Markup]) { text = parts.map(\.text).joined() }

    static func + (one: Markup, other: Markup) -> Markup { Markup([one, other]) }

    /// A literal while it is put together.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ text: String) { self.text += HTMLText.escaped(text) }

        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    }
}

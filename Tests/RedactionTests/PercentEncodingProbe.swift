import Exchanges

/// The encoding a client uses for a form.
enum PercentEncodingProbe {
    static func form(_ text: String) -> String { PercentEncoding.form(text) }
}

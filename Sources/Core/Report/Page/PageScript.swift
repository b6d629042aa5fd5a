/// The script of the page, in the order of its parts.
///
/// The page in a file and the live one are drawn by the same parts; `held` begins the one, `live` the other, which adds what
/// comes later. Every text goes into the document as text, never as markup.
enum PageScript {
    /// All of it.
    static let text =
        "\"use strict\";\n(() => {\n"
        + [words, model, axis, summary, timeline, list, detail, state, app, held].joined(separator: "\n")
        + "\n})();\n"

    /// All of the live page's.
    static let liveText =
        "\"use strict\";\n(() => {\n"
        + [words, model, axis, timeline, list, detail, state, app, liveWords, liveModel, liveControls, live, liveBoard]
        .joined(separator: "\n") + "\n})();\n"
}

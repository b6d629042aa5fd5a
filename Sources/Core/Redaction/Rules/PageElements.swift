/// The elements of HTML: what begins a page, and what in one has no text, or text that is no markup.
enum PageElements {
    /// Checks whether this is one of HTML's elements, or of a drawing in a page.
    static func contains(_ local: ArraySlice<UInt8>) -> Bool { known.contains(NameRules.normalized(local)) }

    /// Checks whether a text that begins with this tag is a page, or a piece of one.
    static func begin(_ local: ArraySlice<UInt8>, _ tag: ArraySlice<UInt8>) -> Bool {
        let name = NameRules.normalized(local)
        if beginnings.contains(name) { return true }
        // Of one letter, and an anchor only with what anchors have.
        return name == "a" && MarkupAttribute.all(in: tag).contains { $0.name.equalsIgnoringCase("href") }
    }

    private static let beginnings: Set<String> = [
        "html", "head", "body", "form", "div", "script", "input", "meta", "title", "p", "span", "table", "center",
        "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "br", "hr", "img", "iframe", "noscript", "style",
        "button",
        "textarea", "select", "fieldset", "nav", "section", "article", "aside", "main", "header", "footer", "label",
        "strong", "em", "b", "i", "u", "small", "font", "pre", "blockquote", "figure", "picture", "template",
    ]

    /// Elements without an end.
    static let void: Set<String> = [
        "input", "meta", "br", "hr", "img", "link", "base", "area", "col", "embed", "source", "track", "wbr", "param",
    ]

    /// Elements that end with their closing tag only, whatever stands before it.
    static let raw: [StaticString] = ["script", "style", "textarea", "title"]

    private static let known: Set<String> = beginnings.union(void).union([
        "a", "abbr", "acronym", "address", "applet", "audio", "bdi", "bdo", "big", "canvas", "caption", "cite", "code",
        "colgroup", "data", "datalist", "dd", "del", "details", "dfn", "dialog", "dir", "dt", "figcaption", "frame",
        "frameset", "hgroup", "ins", "kbd", "legend", "map", "mark", "marquee", "menu", "meter", "nobr", "object",
        "optgroup", "option", "output", "progress", "q", "rp", "rt", "ruby", "s", "samp", "search", "slot", "strike",
        "sub", "summary", "sup", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "var", "video", "xmp",
        // Drawings and formulas.
        "svg", "math", "g", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "tspan", "use",
        "defs", "desc", "symbol", "mask", "clippath", "lineargradient", "radialgradient", "stop", "filter", "image",
    ])
}

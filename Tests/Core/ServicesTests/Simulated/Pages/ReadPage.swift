import Documents
import Services
import Testing

/// A page as a browser reads it: every page of the service is written so that a strict reader of XML takes it, too.
struct ReadPage {
    let root: XMLElement
    let elements: [XMLElement]

    struct Form {
        var action: String
        var hidden: [(String, String)]
        var inputs: [XMLElement]
        var buttons: [XMLElement]
    }

    init(_ response: WireResponse) throws { try self.init(response.text) }

    init(_ text: String) throws {
        let beginning = "<!doctype html>\n"
        try #require(text.hasPrefix(beginning), "\(text.prefix(200))")
        root = try XMLDocument(parsing: Array(text.dropFirst(beginning.count).utf8)).root
        elements = Self.all(below: root)
        // Whatever was sent, nothing of it may become an element that does something.
        let known = [
            "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "form", "input", "label",
            "button",
            "details", "summary", "ul", "li", "code", "a",
        ]
        let attributes = [
            "lang", "charset", "name", "content", "method", "action", "type", "value", "class", "for", "id",
            "autocomplete", "autocapitalize", "autocorrect", "spellcheck", "required", "aria-invalid",
            "aria-describedby",
            "role", "href", "formnovalidate",
        ]
        for element in [root] + elements {
            #expect(known.contains(element.name.local), "<\(element.name.local)>")
            for attribute in element.attributes {
                #expect(attributes.contains(attribute.name.local), "\(attribute.name.local)")
            }
        }
        let style = elements.first { $0.name.local == "style" }?.text ?? ""
        #expect(!style.contains("url(") && !style.contains("@import"))
        // WCAG 2.2: a language, a title, one heading, and a label for each field that is typed into.
        #expect(root.attribute("lang") == "en")
        #expect(elements.filter { $0.name.local == "h1" }.count == 1)
        #expect(heading == elements.first { $0.name.local == "title" }?.text)
        #expect(elements.contains { $0.attribute("name") == "viewport" })
        for input in elements where input.name.local == "input" && input.attribute("type") != "hidden" {
            let id = input.attribute("id")
            #expect(id != nil && elements.contains { $0.name.local == "label" && $0.attribute("for") == id })
        }
    }

    private static func all(below element: XMLElement) -> [XMLElement] {
        element.elements.flatMap { [$0] + all(below: $0) }
    }

    var heading: String { elements.first { $0.name.local == "h1" }?.text ?? "" }
    var alert: String? { elements.first { $0.attribute("role") == "alert" }?.text }
    var text: String { elements.first { $0.name.local == "main" }?.text ?? "" }
    var links: [String] { elements.filter { $0.name.local == "a" }.compactMap { $0.attribute("href") } }
    var forms: [XMLElement] { elements.filter { $0.name.local == "form" } }

    func input(_ name: String) -> XMLElement? {
        elements.first { $0.name.local == "input" && $0.attribute("name") == name }
    }

    /// The one form of the page.
    func form() throws -> Form {
        #expect(forms.count == 1)
        let form = try #require(forms.first)
        #expect(form.attribute("method") == "post")
        let inside = Self.all(below: form)
        let inputs = inside.filter { $0.name.local == "input" }
        return Form(
            action: try #require(form.attribute("action")),
            hidden: inputs.filter { $0.attribute("type") == "hidden" }.map {
                ($0.attribute("name") ?? "", $0.attribute("value") ?? "")
            },
            inputs: inputs.filter { $0.attribute("type") != "hidden" },
            buttons: inside.filter { $0.name.local == "button" }
        )
    }
}

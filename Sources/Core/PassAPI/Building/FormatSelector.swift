import Documents

/// The formats of answers.
public enum ResponseFormat: String, Hashable, Sendable, CaseIterable {
    /// `application/json`.
    case json
    /// `application/xml`.
    case xml

    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .xml: "application/xml"
        }
    }
}

/// The ways in which a request states the format that it wants: three that exclude each other (rest-api-v1.md §1).
public enum FormatSelector: Hashable, Sendable {
    /// It does not.
    case unspecified
    /// By the header `Accept`.
    case accept(ResponseFormat)
    /// By the parameter `format`.
    case parameter(ResponseFormat)
    /// By the path's suffix.
    case suffix(ResponseFormat)
}

extension PassRequest {
    /// The format the request asks for: by suffix or parameter, else by `Accept`; nil if it leaves the choice open.
    ///
    /// Selectors that contradict each other are undefined by the documentation; here suffix and parameter win. Of the
    /// media types in `Accept` the first counts, and a browser's list, which begins with HTML, chooses nothing.
    public var requestedFormat: ResponseFormat? {
        if let wanted = self["format"]?.lowercased(),
            let format = ResponseFormat.allCases.first(where: { ExactText($0.rawValue) == wanted })
        {
            return format
        }
        let accepted = (self["Accept"] ?? "").lowercased().utf8.split(separator: UInt8(ascii: ",")).first
        let first = accepted?.split(separator: UInt8(ascii: ";")).first?.filter { $0 != UInt8(ascii: " ") }
        switch ExactText(first.map { String(decoding: $0, as: UTF8.self) }) {
        case "application/json": return .json
        case "application/xml", "text/xml": return .xml
        default: return nil
        }
    }
}

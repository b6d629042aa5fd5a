// What a program takes from requests and responses on the timeline, where a person reads a sentence.

import Documents
import PassAPI
import VirtualTime

extension PassRequest {
    /// The facts that it is about, and then all else that is sent, of which much stands for a device or a session.
    var valuesAsSent: [EventValue] {
        values
            + parameters.lazy.filter { parameter in !Self.facts.contains { parameter.$name == $0.name } }
            .map { .identity($0.name, $0.value) }
    }

    /// The fields that say what it is about.
    var values: [EventValue] {
        var values: [EventValue] = []
        for field in Self.facts {
            guard let value = self[field.name] else { continue }
            values.append(.text(field.key, field.isResource ? MRSSResource(parameter: value).name : value))
        }
        // The one call that names its resource only inside a token.
        if self["authz_token"] != nil, let resource { values.append(.text("resource", MRSSResource(resource).name)) }
        return values
    }

    /// Names on the wire, keys of values, and what is written as resources are.
    package static let facts: [(name: String, key: String, isResource: Bool)] = [
        ("requestor", "requestor", false), ("requestor_id", "requestor", false), ("mvpd", "mvpd", false),
        ("mso_id", "mvpd", false), ("resource", "resource", true), ("resource_id", "resource", true),
        ("deviceType", "deviceType", false),
    ]
}

extension PassResponse {
    /// The status, what kind of body it is, and what that says.
    var values: [EventValue] {
        [.number("status", status), .code("content", content.code)] + content.values
    }
}

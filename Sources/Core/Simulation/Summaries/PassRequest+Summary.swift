// What the timeline tells a reader of it, in one line.

import PassAPI
import VirtualTime

extension PassRequest {
    var summary: String {
        var text = operation.adobeName
        for (name, _, isResource) in Self.facts {
            guard let value = self[name] else { continue }
            text += " "
            text += name
            text += "="
            text += isResource ? MRSSResource(parameter: value).name : value
        }
        // The one call that names its resource only inside a token.
        if self["authz_token"] != nil, let resource { text += " resource=" + MRSSResource(resource).name }
        return text
    }

    /// The parameters that are not shown in the summary, as they were sent.
    var details: [TimelineEvent.Detail] { parameters.map { .init($0.name, $0.value) } }
}

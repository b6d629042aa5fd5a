import PassAPI
import Simulation

extension PassRequest {
    var summary: String {
        var text = operation.rawValue
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
}

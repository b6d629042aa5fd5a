// What the timeline tells a reader of it, in one line.

import PassAPI
import VirtualTime

extension PassRequest {
    var summary: String {
        let shown = ["requestor", "requestor_id", "mvpd", "mso_id", "resource", "resource_id", "deviceType"]
        var values = shown.compactMap { name in
            self[name].map { "\(name)=" + (name.hasPrefix("resource") ? MRSSResource($0).name : $0) }
        }
        // The one call that names its resource only inside a token.
        if self["authz_token"] != nil, let resource { values.append("resource=" + MRSSResource(resource).name) }
        return ([operation.adobeName] + values).joined(separator: " ")
    }

    /// The parameters that are not shown in the summary, as they were sent.
    var details: [TimelineEvent.Detail] { parameters.map { .init($0.name, $0.value) } }
}

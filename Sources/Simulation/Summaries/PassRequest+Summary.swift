// What the timeline tells a reader of it, in one line.

import PassAPI
import VirtualTime

extension PassRequest {
    var summary: String {
        let shown = ["requestor", "requestor_id", "mvpd", "mso_id", "resource", "resource_id", "deviceType"]
        let values = shown.compactMap { name in self[name].map { "\(name)=\($0)" } }
        return ([operation.adobeName] + values).joined(separator: " ")
    }

    /// The parameters that are not shown in the summary, as they were sent.
    var details: [TimelineEvent.Detail] { parameters.map { .init($0.name, $0.value) } }
}

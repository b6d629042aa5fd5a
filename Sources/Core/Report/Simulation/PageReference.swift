import ClientStack
import Device
package import Documents
import PassAPI
import Services
import Simulation

/// The facts of the code that the reference pages list: options with their values and defaults, the flow's steps, operations.
///
/// `Scripts/reference` writes them into Documentation, with what the doc comments of the options say.
package enum PageReference {
    /// All of it: `options`, `flow` and `operations`.
    package static var json: JSONObject {
        let options = sections.map { section -> JSONValue in
            let rows = section.rows.map {
                JSONValue.array([.string($0.name), .string($0.values), .string($0.initial)])
            }
            return .object(["title": .string(section.title), "rows": .array(rows)])
        }
        let flow = FlowStep.allCases.map { JSONValue.array([.string($0.rawValue), .string($0.title)]) }
        let operations = Operation.allCases.map { operation in
            let row = operation.specification
            return JSONValue.array([
                .string(operation.rawValue), .string(row.adobeName), .string(row.method),
                .string(row.paths.first.map(\.description) ?? ""),
            ])
        }
        return ["options": .array(options), "flow": .array(flow), "operations": .array(operations)]
    }

    /// Options that belong together.
    package struct Section: Sendable {
        /// The heading on the page.
        package var title: String
        /// The options, in the order of their table.
        package var rows: [Row]
    }

    /// An option.
    package struct Row: Hashable, Sendable {
        /// Its name in scenarios.
        package var name: String
        /// The values it can have, as the page lists them.
        package var values: String
        /// The value it has unless it is set.
        package var initial: String
    }

    /// The options of each kind, with the headings of Documentation/reference/options.md.
    package static var sections: [Section] {
        let behavior = Set(ClientBehavior.table.options.map(\.name)).subtracting(
            ClientOptions.table.options.map(\.name)
        )
        let rest = rows(RESTAppOptions.table, RESTAppOptions())
        let accessEnabler = AccessEnablerConfiguration(bundleID: "", requestor: "")
        return [
            Section(
                title: "Options of an app that uses the REST API",
                rows: rest.filter { !behavior.contains($0.name) }
            ),
            Section(
                title: "The behavior of an app that uses the REST API",
                rows: rest.filter { behavior.contains($0.name) }
            ),
            Section(
                title: "Options of an app that uses REST API V2",
                rows: rows(StreamingAppOptions.table, StreamingAppOptions())
            ),
            Section(title: "Options of a browser client", rows: rows(BrowserOptions.table, BrowserOptions())),
            Section(
                title: "Options of an app with AccessEnabler",
                rows: rows(AccessEnablerConfiguration.table, accessEnabler)
            ),
            Section(title: "Assumptions of a device", rows: rows(DeviceOptions.table, DeviceOptions())),
            Section(title: "Quirks of the simulated service", rows: rows(ServiceQuirks.table, ServiceQuirks())),
        ]
    }

    private static func rows<Root>(_ table: OptionTable<Root>, _ root: Root) -> [Row] {
        table.options.map { Row(name: $0.name, values: text(of: $0.values), initial: $0.read(root)) }
    }

    private static func text(of values: OptionValues) -> String {
        switch values {
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .yesOrNo: "yes or no"
        case .duration: "a duration"
        case .count(orNone: true): "a whole number, or `none`"
        case .count(orNone: false): "a whole number"
        case .forms(let examples): "such as " + examples.map { "`\($0)`" }.joined(separator: ", ")
        case .text: "a text"
        }
    }
}

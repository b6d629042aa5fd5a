public import ClientStack

/// The decisions that a scenario may make about an app that uses the REST API: the documents' open questions, and what
/// the app does otherwise than they state.
public struct RESTAppOptions: Hashable, Sendable {
    /// The decisions that the documents leave open.
    public var client = ClientOptions()
    /// The behavior of the app; as long as it is that of the documents' client, that one runs.
    public var behavior = ClientBehavior()

    /// The documents' client with its defaults.
    public init() {}

    /// True if the app does otherwise than the documents' client.
    public var differsFromDocuments: Bool {
        var documents = ClientBehavior()
        documents.pollInterval = behavior.pollInterval
        return behavior != documents
    }

    /// All decisions; `poll-interval` is both clients'.
    public static let table: OptionTable<RESTAppOptions> = {
        let shared = "poll-interval"
        let client = ClientOptions.table.lifted(to: \RESTAppOptions.client)
        let rows = ClientBehavior.table.lifted(to: \RESTAppOptions.behavior)
        let own = rows.first { $0.name == shared }
        let all = client.map { option in
            guard option.name == shared, let own else { return option }
            return OptionTable<RESTAppOptions>.Option(
                name: option.name,
                values: option.values,
                accepts: option.accepts,
                read: option.read,
                write: { option.write(&$0, $1) && own.write(&$0, $1) }
            )
        }
        return OptionTable(all + rows.filter { $0.name != shared })
    }()
}

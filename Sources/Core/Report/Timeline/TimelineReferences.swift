import VirtualTime

/// Which exchange, VSA call or user action of a recording each event of a timeline is about.
///
/// A request and its response are about the same exchange; one of the two tells which.
struct TimelineReferences {
    /// The ordinals for each event, in the timeline's order.
    private(set) var rows: [Row]

    /// What one event is about.
    struct Row: Hashable {
        /// The exchange, by ordinal.
        var exchange: Int?
        /// The VSA call, by ordinal.
        var vsaCall: Int?
        /// The user action, by ordinal.
        var userAction: Int?
    }

    /// The references of a timeline.
    ///
    /// - Parameters:
    ///   - timeline: the events.
    ///   - hasUserActions: whether what the user does was recorded: the events of the user are these actions, in order.
    init(_ timeline: Timeline, hasUserActions: Bool) {
        rows = []
        rows.reserveCapacity(timeline.events.count)
        var open = OpenCalls<Int>()
        var userActions = 0
        for (index, event) in timeline.events.enumerated() {
            var row = Row(exchange: event.link?.exchange, vsaCall: event.link?.vsaCall)
            if event.actor == .user, hasUserActions {
                userActions += 1
                row.userAction = userActions
            }
            rows.append(row)
            if event.actor == .client {
                open.open(event, index)
            } else if [.service, .vsa].contains(event.actor), let first = open.close(event) {
                join(first, index)
            }
        }
    }

    private mutating func join(_ first: Int, _ second: Int) {
        let exchange = rows[first].exchange ?? rows[second].exchange
        let vsaCall = rows[first].vsaCall ?? rows[second].vsaCall
        for index in [first, second] {
            rows[index].exchange = exchange
            rows[index].vsaCall = vsaCall
        }
    }
}

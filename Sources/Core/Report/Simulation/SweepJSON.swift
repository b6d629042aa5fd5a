import Documents
public import Simulation
import VirtualTime

/// What changes at which instant as JSON Lines: an object a deadline, then an object an order of two.
///
/// The key `type` says which it is: `deadline` or `order`.
public enum SweepJSON {
    /// The whole table.
    public static func text(of table: SweepTable) -> String {
        let rows: [JSONObject] = table.rows.map { row in
            [
                "type": .string("deadline"),
                "deadline": value(of: row.deadline),
                "before": value(of: row.before),
                "at": value(of: row.at),
                "after": value(of: row.after),
                "changesBehaviour": .bool(row.changesBehaviour),
            ]
        }
        let orders: [JSONObject] = table.orders.map { order in
            [
                "type": .string("order"),
                "first": value(of: order.first),
                "second": value(of: order.second),
                "moved": .bool(!order.isNatural),
                "between": value(of: order.between),
            ]
        }
        return (rows + orders).map { JSONValue.object($0).serialized + "\n" }.joined()
    }

    private static func value(of deadline: Deadline) -> JSONValue {
        .object([
            "kind": .string(deadline.kind.rawValue),
            "subject": deadline.subject.map(JSONValue.string) ?? .null,
            "at": .string("\(deadline.instant)"),
            "holder": .string(deadline.holder),
        ])
    }

    private static func value(of probe: Probe) -> JSONValue {
        .object([
            "at": .string("\(probe.instant)"),
            "valid": .bool(probe.isValid),
            "behaviour": .string(probe.behaviour),
        ])
    }
}

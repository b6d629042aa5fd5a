import Documents
public import Simulation
import VirtualTime

/// What changes at which instant as JSON Lines: an object an expiration, then an object an order of two.
///
/// The key `type` says which it is: `expiration` or `order`.
public enum SweepJSON {
    /// The whole table.
    public static func text(of table: SweepTable) -> String {
        let rows: [JSONObject] = table.rows.map { row in
            [
                "type": .string("deadline"),
                "deadline": value(of: row.expiration),
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

    private static func value(of expiration: Expiration) -> JSONValue {
        .object([
            "kind": .string(expiration.kind.rawValue),
            "subject": expiration.subject.map(JSONValue.string) ?? .null,
            "at": .string("\(expiration.instant)"),
            "holder": .string(expiration.source),
        ])
    }

    private static func value(of sample: BoundarySample) -> JSONValue {
        .object([
            "at": .string("\(sample.instant)"),
            "valid": .bool(sample.isValid),
            "behaviour": .string(sample.behaviour),
        ])
    }
}

public import Documents
public import Simulation
import VirtualTime

/// What changes at which instant as JSON Lines: for each expiration an `expiration` and a `boundary`, then an `order` for
/// each order of two.
public enum SweepJSON {
    /// The lines between header and summary, and the summary's members.
    public static func lines(of table: SweepTable) -> (text: String, summary: JSONObject) {
        let rows = table.rows.flatMap { row in [ExpirationJSON(row.expiration).object, boundary(row)] }
        let orders = table.orders.map(order)
        return (
            JSONLine.text(of: rows + orders),
            [
                "expirationCount": .count(table.rows.count),
                "changeCount": .count(table.rows.count(where: \.changesBehavior)),
                "orderCount": .count(table.orders.count),
            ]
        )
    }

    private static func boundary(_ row: SweepTable.Row) -> JSONObject {
        [
            "type": .string("boundary"), "expiration": .object(ExpirationJSON(row.expiration).object),
            "before": sample(row.before), "at": sample(row.at), "after": sample(row.after),
            "hasChange": .bool(row.changesBehavior), "isAssumed": .bool(row.isAssumed),
            "hasEnded": .bool(row.hasEnded),
        ]
    }

    private static func order(_ order: SweepTable.Order) -> JSONObject {
        [
            "type": .string("order"), "first": .object(ExpirationJSON(order.first).object),
            "second": .object(ExpirationJSON(order.second).object), "isMoved": .bool(!order.isNatural),
            "between": sample(order.between),
        ]
    }

    private static func sample(_ sample: BoundarySample) -> JSONValue {
        .object([
            "at": .instant(sample.instant), "isValid": .bool(sample.isValid),
            "reaction": .object(ReactionJSON.object(for: sample.reaction)), "message": .string(sample.behavior),
        ])
    }
}

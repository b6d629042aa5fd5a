public import Documents
public import Simulation
import VirtualTime

/// What changes at which instant as JSON Lines: for each expiration an `expiration` and a `boundary`, then an `order` for
/// each order of two; of a recording also the expirations that its replay does not have, `ended` for what ended before it
/// expired, and the devices that it is not about.
public enum SweepJSON {
    /// The lines between header and summary, and the summary's members.
    public static func lines(of table: SweepTable) -> (text: String, summary: JSONObject) {
        let rows = table.rows.flatMap { row in [ExpirationJSON(row.expiration).object, boundary(row)] }
        let orders = table.orders.map(order)
        let untried = table.untried.map { ExpirationJSON($0.expiration).object }
        let others = table.otherDevices.map { DeviceJSON.object(for: $0, isSelected: false) }
        return (
            JSONLine.text(of: rows + orders + untried + table.ended.map(ended) + others),
            [
                "expirationCount": .count(table.rows.count), "untriedCount": .count(table.untried.count),
                "changeCount": .count(table.rows.count(where: \.changesBehavior)),
                "orderCount": .count(table.orders.count), "endedCount": .count(table.ended.count),
                "otherDeviceCount": .count(table.otherDevices.count),
            ]
        )
    }

    private static func boundary(_ row: SweepTable.Row) -> JSONObject {
        [
            "type": .string("boundary"), "expiration": .object(ExpirationJSON(row.expiration).object),
            "before": sample(row.before), "at": sample(row.at), "after": sample(row.after),
            "hasChange": .bool(row.changesBehavior), "hasEnded": .bool(row.hasEnded),
            "endedBy": row.ending.map(KnowledgeJSON.cause) ?? .null,
        ]
    }

    private static func ended(_ ended: SweepTable.Ended) -> JSONObject {
        [
            "type": .string("ended"), "expiration": .object(ExpirationJSON(ended.expiration).object),
            "ending": ended.ending.map(KnowledgeJSON.ending) ?? .null,
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

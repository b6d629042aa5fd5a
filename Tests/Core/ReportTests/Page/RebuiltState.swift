import Documents
import VirtualTime

@testable import Report

/// The state at a stop of a page, put together again from what changes, and written as `kinescope state` writes it.
struct RebuiltState {
    private var entries: [Int: JSONObject] = [:]
    private var refusals: [(name: String, value: String)] = []
    private var failures: [(name: String, value: String)] = []

    /// Takes over what is new at a stop.
    mutating func take(_ stop: JSONValue) {
        for change in stop["changes"]?.array ?? [] {
            guard let index = change["entry"]?.number?.int64.map(Int.init) else { continue }
            var entry = entries[index] ?? JSONObject()
            for member in change.object?.members ?? [] {
                entry[member.key] = member.value == .null ? nil : member.value
            }
            entries[index] = entry
        }
        refusals += Self.pairs(stop["refusals"])
        failures += Self.pairs(stop["failures"])
    }

    private static func pairs(_ list: JSONValue?) -> [(name: String, value: String)] {
        (list?.array ?? []).map { ($0.array?.first?.string ?? "", $0.array?.last?.string ?? "") }
    }

    /// Everything below the list of devices.
    func text(at instant: Instant) -> String {
        let all = entries.sorted { $0.key < $1.key }.map(\.value)
        let valid = all.filter { $0["isValid"]?.bool == true }
        let expiring = entries.filter { $0.value["isValid"]?.bool == true }.sorted { $0.key < $1.key }
            .compactMap { index, entry in
                entry["expiresAt"]?.string.flatMap { Instant(iso8601: $0) }.map { ($0, index, entry) }
            }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        return section("service", lines(valid, Self.details)) + section("app", lines(valid) { $0["reception"]?.string })
            + section("no longer valid", lines(all.filter { $0["isValid"]?.bool == false }, Self.ending))
            + section("refused", refusals) + section("failed", failures)
            + section(
                "expirations",
                expiring.map { expires, _, entry in
                    let source = entry["knowledge"]?.string ?? ""
                    return (entry["name"]?.string ?? "", "\(expires), in \(DistanceText(expires - instant)), \(source)")
                }
            )
    }

    private static func details(of entry: JSONObject) -> String {
        let isAssumed = entry["knowledge"]?.string?.hasPrefix("assumed") == true
        let expiry = entry["expiresAt"]?.string.map { "expires \($0)" + (isAssumed ? " (assumed)" : "") }
        return [entry["details"]?.string, entry["use"]?.string, expiry].compactMap { $0 }.joined(separator: ", ")
    }

    private static func ending(of entry: JSONObject) -> String {
        entry["ending"]?.string
            ?? "expired at \(entry["expiresAt"]?.string ?? ""), \(entry["knowledge"]?.string ?? "")"
    }

    private func lines(
        _ entries: [JSONObject],
        _ value: (JSONObject) -> String?
    ) -> [(name: String, value: String)] {
        entries.compactMap { entry in value(entry).map { (entry["name"]?.string ?? "", $0) } }
    }

    private func section(_ heading: String, _ lines: [(name: String, value: String)]) -> String {
        guard !lines.isEmpty else { return "" }
        let names = lines.map { PrintableText.excerpt($0.name, limit: 40) }
        let width = names.map(\.count).max() ?? 0
        return "\n\(heading)\n"
            + zip(lines, names).map { "  \(PrintableText.padded($1, to: width))  \($0.value)\n" }.joined()
    }
}

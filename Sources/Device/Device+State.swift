import OrderedCollections
import SubscriberAccount
public import VirtualTime

// What a device knows, for people and for whoever travels by deadlines.

extension Device {
    /// The end of the TV provider's session in true time; over or not, it stays until the user signs out.
    ///
    /// The wall clock is taken to be left alone until then.
    public func deadlines(at now: Instant) -> [Deadline] {
        guard let expires = settings.account?.expires else { return [] }
        let instant = choices.sessionEndsByWallClock ? clock.trueTime(whenWallClockShows: expires) : expires
        return [Deadline(.platformSession, at: instant, holder: "device")]
    }

    /// What there is on the device at `now` (true time): system, clocks, identifiers, apps, stores and settings.
    public func stateLines(at now: Instant) -> [StateLine] {
        generalLines(at: now) + identifierLines + storeLines + settingsLines(at: now)
    }

    private var subject: String { "device \(name)" }

    private func generalLines(at now: Instant) -> [StateLine] {
        [
            StateLine(subject, "system", "\(system)"),
            StateLine(subject, "wall clock", "\(clock.wallTime(at: now))"),
            StateLine(subject, "local time", clock.localTime(at: now)),
            StateLine(
                subject,
                "monotonic clock",
                clock.monotonicTime(at: now).words + (clock.isAsleep ? ", asleep" : "")
            ),
        ]
            + apps.values.map { app in
                let sdk = app.sdkVersion.map { ", AccessEnabler \($0)" } ?? ""
                return StateLine(subject, "app \(app.bundleID)", "team \(app.teamID)\(sdk)")
            }
    }

    private var identifierLines: [StateLine] {
        [
            StateLine(subject, "Wi-Fi address", visibleWiFiAddress),
            StateLine(subject, "advertising identifier", visibleAdvertisingIdentifier ?? "none"),
        ]
            + apps.keys.map {
                StateLine(subject, "identifier for vendor \($0)", identifierForVendor(of: $0) ?? "none")
            }
    }

    /// Each text that is kept, under its store's title.
    private var storeLines: [StateLine] {
        stores.contents.keys.flatMap { store in
            stores.leaves(in: store).map { leaf in
                StateLine("\(subject), \(store.title)", leaf.path.joined(separator: " "), shortened(leaf.text))
            }
        }
    }

    private func settingsLines(at now: Instant) -> [StateLine] {
        var account = "signed out"
        if let held = settings.account {
            let end = held.expires.map { hasCurrentAccount(at: now) ? ", until \($0)" : ", expired \($0)" } ?? ""
            account = "\(held.providerIdentifier), user \(held.user)\(end)"
        }
        return [StateLine(subject, "TV provider", account)]
            + settings.permissions.map { StateLine(subject, "permission \($0.key)", $0.value.status.name) }
    }
}

/// A text as far as it fits a line: tokens are long.
private func shortened(_ text: String) -> String {
    let limit = 24
    guard text.count > limit else { return text }
    return "\(text.prefix(limit))… (\(text.count) characters)"
}

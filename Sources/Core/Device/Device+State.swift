import OrderedCollections
import SubscriberAccount
public import VirtualTime

// What a device knows, for people and for whoever travels by expirations.

extension Device {
    /// The end of the TV provider's session in true time; over or not, it stays until the user signs out.
    ///
    /// The wall clock is taken to be left alone until then.
    public func expirations(at now: Instant) -> [Expiration] {
        guard let expires = settings.account?.expires else { return [] }
        let instant = choices.sessionEndsByWallClock ? clock.trueTime(whenWallClockShows: expires) : expires
        return [Expiration(.vsaAccount, at: instant, source: "device")]
    }

    /// Returns the contents of the device at `now` (true time): system, clocks, identifiers, apps, stores and settings.
    public func stateEntries(at now: Instant) -> [StateEntry] {
        generalEntries(at: now) + identifierEntries + storeEntries + settingsEntries(at: now)
    }

    private var source: StateEntry.Source { .device(name) }

    private func generalEntries(at now: Instant) -> [StateEntry] {
        [
            StateEntry(source, .system, [.text("system", "\(system)")]),
            StateEntry(source, .wallClock, [.instant("time", clock.wallTime(at: now))]),
            StateEntry(source, .localTime, [.text("time", clock.localTime(at: now))]),
            StateEntry(
                source,
                .monotonicClock,
                [.duration("time", clock.monotonicTime(at: now)), .truth("isAsleep", clock.isAsleep)]
            ),
        ]
            + apps.values.map { app in
                let sdk = app.sdkVersion.map { [EventValue.text("sdkVersion", "\($0)")] } ?? []
                return StateEntry(
                    source,
                    .installedApp,
                    [.text("app", app.bundleID), .text("team", app.teamID)] + sdk
                )
            }
    }

    private var identifierEntries: [StateEntry] {
        func identifier(_ text: String?) -> [EventValue] { text.map { [.identity("identifier", $0)] } ?? [] }
        return [
            StateEntry(source, .wifiAddress, identifier(visibleWiFiAddress)),
            StateEntry(source, .advertisingIdentifier, identifier(visibleAdvertisingIdentifier)),
        ]
            + apps.keys.map {
                StateEntry(source, .vendorIdentifier, [.text("app", $0)] + identifier(identifierForVendor(of: $0)))
            }
    }

    /// Each text that is kept: its store, the keys that lead to it, and how it begins.
    var storeEntries: [StateEntry] {
        stores.contents.keys.flatMap { store in
            stores.leaves(in: store).map { leaf in
                StateEntry(
                    source,
                    .stored,
                    store.values() + (store.isGlobal ? [.truth("isGlobal", true)] : []) + [
                        .list("path", leaf.path), .text("beginning", String(leaf.text.prefix(shownCharacters))),
                        .number("characterCount", leaf.text.count),
                    ]
                )
            }
        }
    }

    private func settingsEntries(at now: Instant) -> [StateEntry] {
        var account: [EventValue] = [.truth("isSignedIn", settings.account != nil)]
        if let held = settings.account {
            account += [.text("provider", held.providerIdentifier), .text("user", held.user)]
            account += EventValue.expiration(held.expires, isExpired: !hasCurrentAccount(at: now))
        }
        return [StateEntry(source, .account, account)]
            + settings.permissions.map {
                StateEntry(source, .permission, [.text("app", $0.key), .code("status", $0.value.status.name)])
            }
    }
}

/// Of a text that is kept, as many characters are shown: tokens are long.
private let shownCharacters = 24

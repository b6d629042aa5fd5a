import ClientStack
import Device
import Services
import Simulation
import SubscriberAccount
import VirtualTime

extension World {
    /// The recording that answers; one without calls where the simulated service does.
    var recordedService: RecordedService { backend.service.recorded ?? RecordedService(calls: []) }

    /// The VSA log that answers; an empty one where the devices' settings do.
    var recordedVSA: RecordedVSA { backend.vsa.recorded ?? RecordedVSA(responses: []) }

    /// Sets the device up as the answers of a VSA log say it was: who was signed in, what was permitted.
    mutating func adopt(_ responses: some Sequence<VSACall>) {
        guard let app = apps.first else { return }
        for response in responses {
            switch response.answer {
            case .accessStatus(let status, _) where status != .notDetermined:
                assume(.permissionSet(bundleID: app.bundleID, isGranted: status == .granted), of: app.device)
            case .metadata(let metadata?, _):
                guard let provider = metadata.accountProviderIdentifier else { break }
                // What may be told is only asked for now and then; a date once known is not forgotten.
                let known = devices[app.device].settings.account
                let date =
                    metadata.authenticationExpirationDate
                    ?? (known?.providerIdentifier == provider ? known?.expires : nil)
                let account = TVProviderSettings.Account(
                    providerIdentifier: provider,
                    user: ObservedService.viewer,
                    expires: date
                )
                assume(.providerSignedIn(account), of: app.device)
            case .accessStatus, .metadata:
                break
            }
        }
    }

    /// Adds the device that a recording tells of, with the one app on it.
    ///
    /// What a recording does not show (the hardware's own identifiers, the bundle id) is made up from what it does, the
    /// same each time.
    mutating func populate(with reference: ReferenceClient) {
        var digest = Digest()
        digest.absorb(reference.deviceSeed)
        var device = Device(
            name: "device",
            system: reference.system,
            identifiers: DeviceIdentifiers(seed: digest.value),
            at: now
        )
        let app = InstalledApp(bundleID: reference.bundleID, teamID: "RECORDED", sdkVersion: reference.sdkVersion)
        _ = try? device.apply(.appInstalled(app), at: now)
        let client = reference.start(&device, now)
        run(client, as: reference.bundleID, on: add(device))
    }
}

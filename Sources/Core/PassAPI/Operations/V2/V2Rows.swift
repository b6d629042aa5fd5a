// What the rows of REST API V2 have in common (rest-api-v2.md §3).

import VirtualTime

extension OperationSpecification {
    /// An operation below `/api/v2`; slips that documents and clients make of its path come after it.
    static func v2(
        _ operation: Operation,
        _ call: String,
        _ slips: [PathTemplate] = [],
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        Row(operation, .restV2, call, for: role) {
            $0.paths += slips
            fill($0)
            let named = $0.parameters
            $0.parameters = [.serviceProvider] + named
            if $0.access != .never {
                let device =
                    named.contains(where: \.namesDevice)
                    ? [] : [ParameterSpecification.deviceIdentifier(isRequired: false)]
                $0.parameters += device + ParameterSpecification.headersOfV2
            }
        }
    }
}

extension ParameterSpecification {
    static let serviceProvider = identity(.requestor, "serviceProvider", [.path])

    static let mvpdInPath = identity(.mvpd, "mvpd", [.path])

    /// The code of a session, in the path.
    static let sessionCode = identity(.code, "code", [.path], holds: .grant(.code))

    /// The one id of the device, which tells whose profiles are meant (§3.2).
    static func deviceIdentifier(isRequired: Bool = true) -> ParameterSpecification {
        identity(.device, DeviceIdentifier.header, [.header], isRequired: isRequired)
    }

    /// The resources that are asked about, each by itself (§5.9).
    static let resources = identity(.resource, "resources", [.json], isRepeatable: true)

    /// What a login needs, which a device that cannot know it leaves out (§5.2).
    static let loginParameters: [ParameterSpecification] = [
        identity(.mvpd, "mvpd", [.form], isRequired: false), carried("domainName", [.form]),
        carried("redirectUrl", [.form]),
    ]

    /// The headers that calls carry beside the device's id, listed for the call or not: "on every V2 request" (§3.1).
    static let headersOfV2: [ParameterSpecification] =
        [
            carried("Authorization", [.header], holds: .grant(.accessToken)),
            carried("X-Device-Info", [.header]),
            carried(PartnerFrameworkStatus.header, [.header], holds: .grant(.partnerFrameworkStatus)),
            carried(ServiceToken.header, [.header], holds: .grant(.serviceToken)),
            // [D] and [O] write it in two ways (§3.5), which are one for HTTP.
            carried("AP-TempPass-Identity", [.header], holds: .user),
            volatile("AP-Visitor-Identifier", [.header], holds: .device),
            volatile("AP-Session-Identifier", [.header]), volatile("AP-SDK-Identifier", [.header]),
        ] + platformIdentities.map { carried($0, [.header], holds: .secret) }

    /// The headers in which Amazon's and Roku's platforms name their users (§3.5).
    public static let platformIdentities = ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token"]
}

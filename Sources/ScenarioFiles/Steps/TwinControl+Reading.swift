import Services
import Simulation

extension TwinControl {
    /// The knob of this word and argument; words that are no knobs never come here.
    init(_ word: StepWord, _ node: FileNode) throws(Problem) {
        let what = "\"\(word.rawValue)\""
        switch word {
        case .revoke, .reinstate:
            let map = try MapReader(node, what, keys: ["user", "provider"])
            let user = try map.required("user").text("\"user\"")
            let mvpd = try map.required("provider").text("\"provider\"")
            self = word == .revoke ? .revoke(user: user, mvpd: mvpd) : .reinstate(user: user, mvpd: mvpd)
        case .degrade:
            let map = try MapReader(node, what, keys: ["requestor", "provider", "mode"])
            let (requestor, mvpd) = try map.integration()
            self = .degrade(try map.required("mode").choice("\"mode\""), requestor: requestor, mvpd: mvpd)
        case .endDegradation, .enableIntegration, .disableIntegration, .enableSingleSignOn, .disableSingleSignOn:
            let (requestor, mvpd) = try MapReader(node, what, keys: ["requestor", "provider"]).integration()
            self =
                switch word {
                case .enableIntegration: .enableIntegration(requestor: requestor, mvpd: mvpd, isEnabled: true)
                case .disableIntegration: .enableIntegration(requestor: requestor, mvpd: mvpd, isEnabled: false)
                case .enableSingleSignOn: .enableSingleSignOn(requestor: requestor, mvpd: mvpd, isEnabled: true)
                case .disableSingleSignOn: .enableSingleSignOn(requestor: requestor, mvpd: mvpd, isEnabled: false)
                default: .endDegradation(requestor: requestor, mvpd: mvpd)
                }
        case .throttle: self = .throttle(isOn: try node.flag(what))
        case .enhancedErrors: self = .enhanceErrors(isOn: try node.flag(what))
        case .providerUnreachable: self = .reachProvider(mvpd: try node.text(what), isReachable: false)
        case .providerReachable: self = .reachProvider(mvpd: try node.text(what), isReachable: true)
        case .serverClock: self = .skewClock(try node.signedDuration(what))
        case .forgetApplications: self = .forgetApplications
        case .changeLifetimes:
            let others = ["requestor", "provider"]
            let lifetimes = try Lifetimes(reading: node, alsoKnown: others)
            let map = try MapReader(node, what, keys: Lifetimes.words.map(\.name) + others)
            guard lifetimes != Lifetimes() else {
                throw Problem(node.place, "\(what) changes nothing", "name a lifetime, like authz-token: 2h")
            }
            self = .changeLifetimes(
                lifetimes,
                requestor: try map.optional("requestor", FileNode.text),
                mvpd: try map.optional("provider", FileNode.text)
            )
        default:
            guard !node.isNothing else {
                self = .demandLogout(deviceID: nil, reason: nil)
                return
            }
            let map = try MapReader(node, what, keys: ["device-id", "reason"])
            self = .demandLogout(
                deviceID: try map.optional("device-id", FileNode.text),
                reason: try map.optional("reason", FileNode.text)
            )
        }
    }
}

extension MapReader {
    /// The two ends of an integration.
    fileprivate func integration() throws(Problem) -> (requestor: String, mvpd: String) {
        (try required("requestor").text("\"requestor\""), try required("provider").text("\"provider\""))
    }
}

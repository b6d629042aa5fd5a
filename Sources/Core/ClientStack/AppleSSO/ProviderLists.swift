import PassAPI

/// The lists that S4 passes to the platform's picker, computed from the configuration (rows K-33, K-34).
///
/// No document spells the formulas out; these follow from what the properties mean (apple-sso-flow.md §3 S4).
enum ProviderLists {
    static func supported(_ mvpds: [MVPD], _ formula: ClientOptions.SupportedProviders) -> [MVPD] {
        mvpds.filter { mvpd in
            guard mvpd.platformMappingID != nil else { return false }
            switch formula {
            case .mapped: return true
            case .onboarded: return mvpd.isListed && mvpd.boardingStatus == .supported
            case .listedInPicker:
                return mvpd.isListed && (mvpd.boardingStatus == .supported || mvpd.boardingStatus == .picker)
            }
        }
    }

    static func featured(_ supported: [MVPD], _ formula: ClientOptions.FeaturedProviders) -> [MVPD] {
        switch formula {
        case .onboarded: supported.filter { $0.boardingStatus == .supported }
        case .none: []
        }
    }
}

extension MVPD {
    fileprivate var isListed: Bool { enablePlatformServices && displayInPlatformPicker }
}

extension Configuration {
    /// The first MVPD whose mapping id is exactly `identifier` (rows K-24, K-41, K-48).
    func mvpd(mappedFrom identifier: String) -> MVPD? {
        mvpds.first { $0.platformMappingID == identifier }
    }
}

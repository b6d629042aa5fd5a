public import Exchanges
import PassAPI

extension UserAction.Action {
    /// The action in a sentence.
    public var summary: String {
        switch self {
        case .launch: "the app is launched and signs in"
        case .selectProvider(let id): "the user picks \(id)"
        case .closeWebView: "the login web view is closed"
        case .confirmLogin: "the user, or the app's own service, confirms the login"
        case .cancel: "the user cancels sign-in"
        case .play(let resource): "the user plays \(MRSSResource(resource).name)"
        case .preauthorize(let resources): "the app preauthorizes \(resources.joined(separator: ", "))"
        case .readUserMetadata: "the app reads the user's metadata"
        case .logOut: "the user logs out"
        case .foreground: "the app comes to the foreground"
        case .background: "the app goes to the background"
        }
    }
}

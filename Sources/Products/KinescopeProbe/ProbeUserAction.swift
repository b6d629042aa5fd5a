/// The user actions that reach an app from outside, for it to report; each has the name that recordings give it.
///
/// `Exchanges` has the same list: an app that links the probe is to get neither that target nor libxml2 below it. A
/// test holds the two together.
public enum ProbeUserAction: Hashable, Sendable {
    /// The app is started and signs on.
    case launch
    /// The user picks an MVPD in the app's own picker, by Adobe's id.
    case selectProvider(String)
    /// The user closes the login web view.
    case closeWebView
    /// The user says that they have logged in elsewhere: on a second screen, or in a browser.
    case confirmLogin
    /// The user gives up signing on.
    case cancel
    /// The user wants to watch a resource.
    case play(resource: String)
    /// The app asks which of these resources the user may watch.
    case preauthorize(resources: [String])
    /// The app reads the user's metadata.
    case readUserMetadata
    /// The user logs out.
    case logOut
    /// The app comes to the foreground again.
    case foreground
    /// The app goes to the background.
    case background

    /// The fields of its line besides the time.
    var fields: [(String, JSONText)] {
        switch self {
        case .launch: [("action", "launch")]
        case .selectProvider(let id): [("action", "selectProvider"), ("provider", .string(id))]
        case .closeWebView: [("action", "closeWebView")]
        case .confirmLogin: [("action", "confirmLogin")]
        case .cancel: [("action", "cancel")]
        case .play(let resource): [("action", "play"), ("resource", .string(resource))]
        case .preauthorize(let resources): [("action", "preauthorize"), ("resources", .strings(resources))]
        case .readUserMetadata: [("action", "readUserMetadata")]
        case .logOut: [("action", "logOut")]
        case .foreground: [("action", "foreground")]
        case .background: [("action", "background")]
        }
    }
}

import ClientStack
import PassAPI
import VirtualTime

extension Presentation {
    var summary: String {
        switch self {
        case .registrationCode(let code): "shows the registration code \(code)"
        case .providerPicker(let mvpds): "shows its own picker of \(mvpds.count) MVPDs"
        case .webView(let request): "opens a web view: \(request.summary)"
        case .signOutPrompt(let path): "advises to sign out at \(path)"
        case .message(let message): "tells the user: \(message.words)"
        case .preauthorization(let resources):
            "may watch " + resources.filter(\.isAuthorized).map(\.id).joined(separator: ", ")
        }
    }
}

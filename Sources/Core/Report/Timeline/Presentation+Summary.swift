import ClientStack
import Documents
import PassAPI
import VirtualTime

extension Presentation {
    var summary: String {
        switch self {
        case .registrationCode(let code): "shows the registration code \(code)"
        case .providerPicker(let mvpds): "shows its own picker of \(CountedNoun.text(mvpds.count, "MVPD"))"
        case .webView(let request): "opens a web view: \(request.summary)"
        case .signOutPrompt(let path): "asks the user to sign out at \(path)"
        case .message(let message): "shows: \(message.words)"
        case .preauthorization(let resources):
            "may watch " + resources.filter(\.isAuthorized).map(\.id).joined(separator: ", ")
        }
    }
}

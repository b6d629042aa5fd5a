// What a program takes from what clients show, and from what users do, on the timeline.

import ClientStack
import Exchanges
import PassAPI
import VirtualTime

extension Presentation {
    /// The facts of what is shown: the code of the value `shows`, and what it is about.
    var values: [EventValue] {
        switch self {
        case .registrationCode(let code): [shows("registrationCode"), .identity("registrationCode", code)]
        case .providerPicker(let mvpds): [shows("providerPicker"), .list("mvpds", mvpds.map(\.id))]
        case .webView(let request): [shows("webView"), .code("operation", request.operation.rawValue)] + request.values
        case .signOutPrompt(let path): [shows("signOutPrompt"), .text("settingsPath", path)]
        case .message(let message): [shows("message"), .code("message", message.code)] + message.values
        case .preauthorization(let resources): [shows("preauthorization")] + resources.values
        }
    }

    private func shows(_ code: String) -> EventValue { .code("shows", code) }
}

extension UserAction.Action {
    /// The name for the action in a digest, as users will read it.
    var code: String { if case .logOut = self { "signOut" } else { name } }

    var values: [EventValue] {
        switch self {
        case .launch, .closeWebView, .confirmLogin, .cancel, .readUserMetadata, .logOut, .foreground, .background: []
        case .selectProvider(let id): [.text("mvpd", id)]
        case .play(let resource): [.text("resource", MRSSResource(resource).name)]
        case .preauthorize(let resources): [.list("resources", resources)]
        }
    }
}

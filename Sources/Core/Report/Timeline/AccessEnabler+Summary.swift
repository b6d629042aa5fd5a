import ClientStack
import PassAPI
import Services

extension AccessEnablerCall {
    var summary: String {
        switch self {
        case .setOptions(let options): "the app sets " + options.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        case .setRequestor(let requestor, _): "the app calls setRequestor(\(requestor))"
        case .setSelectedProvider(let id): "the app calls setSelectedProvider(\(id ?? "nil"))"
        case .checkPreauthorizedResources(let resources, _), .preauthorize(let resources, _):
            "the app calls \(name)(\(resources.joined(separator: ", ")))"
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            "the app calls \(name)(\(resource))"
        default: "the app calls \(name)"
        }
    }
}

extension AccessEnablerCallback {
    var summary: String {
        switch self {
        case .setRequestorComplete(let isSuccess): isSuccess ? "1" : "0"
        case .displayProviderDialog(let mvpds): mvpds.map(\.id).joined(separator: ", ")
        case .navigateToURL(let request, let usesSVC):
            request.operation.rawValue + (request.fact.isEmpty ? "" : ", \(request.fact)")
                + (usesSVC ? " in SFSafariViewController" : "")
        case .setAuthenticationStatus(let isAuthenticated, let code):
            (isAuthenticated ? "1" : "0") + (code.isEmpty ? "" : ", \(code)")
        case .setToken(_, let resource): "for \(resource)"
        case .tokenRequestFailed(let resource, let code, let description):
            "for \(resource): \(code)" + (description.isEmpty ? "" : ", \(description)")
        case .preauthorizedResources(let resources): resources.joined(separator: ", ")
        case .preauthorizeResponse(let resources, let status):
            status.map { "\($0.status ?? 0) \($0.code ?? "")" }
                ?? resources.map { "\($0.id) \($0.isAuthorized ? "yes" : "no")" }.joined(separator: ", ")
        case .selectedProvider(let mvpd): mvpd?.id ?? "nil"
        case .setMetadataStatus(let value, _, _): value ?? "nil"
        case .sendTrackingData(let data, let event): "\(event): " + data.joined(separator: ", ")
        case .presentTVProviderDialog, .dismissTVProviderDialog: "Apple's TV provider dialog"
        case .status(let id, let level, let message, let resource, let details):
            [id, level, message, resource, details].compactMap(\.self).joined(separator: ", ")
        }
    }
}

/// The names that count inside tokens and SAML messages, and of links in pages.
extension MarkupRules {
    static let tokenRoots: Set<String> = [
        "signatureinfo", "simpleauthenticationtoken", "simpleauthorizationtoken", "shortauthorizationtoken",
    ]
    static let keptTokenElements: Set<String> = [
        "simpletokenrequestorid", "simpletokenresourceid", "simpletokendomainname", "simpletokenexpires",
        "simpletokenmsoid", "simpletokensubmvpdid", "simpletokenttl", "requestorid", "resourceid", "ttl", "issuetime",
        "mvpdid", "proxymvpdid", "simpleauthorizedresource", "authorizedresource",
    ]
    static let keptTokenAttributes: Set<String> = ["simpleresourceid", "resourceid", "version"]

    static let samlRoots: Set<String> = [
        "response", "assertion", "authnrequest", "attributequery", "logoutrequest", "logoutresponse",
        "artifactresponse", "encryptedassertion",
    ]
    static let keptSAMLElements: Set<String> = [
        "issuer", "audience", "statusmessage", "authncontextclassref", "authncontextdeclref", "authenticatingauthority",
        "requesterid", "inclusivenamespaces",
    ]
    static let keptSAMLAttributes: Set<String> = [
        "id", "inresponseto", "version", "issueinstant", "notbefore", "notonorafter", "authninstant",
        "sessionnotonorafter", "destination", "recipient", "nameformat", "format", "friendlyname", "method",
        "algorithm", "uri", "type", "consent", "namequalifier", "spnamequalifier", "protocolbinding",
        "assertionconsumerserviceurl", "assertionconsumerserviceindex", "attributeconsumingserviceindex",
        "providername", "forceauthn", "ispassive", "allowcreate", "comparison", "prefixlist", "encoding", "mimetype",
        "schemalocation", "lang", "nil", "issueinstants", "reason",
    ]

    static func isLink(_ name: ArraySlice<UInt8>) -> Bool {
        let name = NameRules.normalized(local(name))
        return linkAttributes.contains(name) || name.hasSuffix("url")
    }

    static let linkAttributes: Set<String> = ["href", "src", "action", "formaction"]
}

import Documents
public import Exchanges
public import PassAPI

/// A request of an app, taken apart once for all sessions it may belong to.
///
/// A class, which nothing changes: it has many parts, and is handed about for each request.
public final class AppRequest: Sendable {
    /// The request as it came.
    public let request: HTTPRequest
    /// The operation it is; nil for another request.
    public let call: PassRequest?
    /// The key of the list of the calls that are for the same thing; nil for another request.
    let listKey: String?
    /// The request that is no operation.
    let page: PageRequest?
    /// What its client states of its device; nil if it does not.
    let information: String?
    /// Its own values, as far as the operation's row or their names tell.
    let own: [OwnValue]
    /// The device's identifiers among them.
    public let devices: [String]
    /// All values by which it may be known whose it is.
    public let evidence: [String]
    /// The registration codes among them, by the operation's row or their names.
    public let codes: [String]

    /// The parts of a request.
    public init(_ request: HTTPRequest) {
        self.request = request
        let call = PassRequest(recognizing: request)
        self.call = call
        listKey = call.map(RecordingIndex.key)
        let page = call == nil ? PageRequest(request) : nil
        self.page = page
        information = call?[DeviceInformationField.wholeName] ?? page?.information
        var own = call?.ownValues ?? []
        var evidence = own.map(\.value)
        page?.forEachField { place, value in
            if value.utf8.count >= TextReplacer.shortest { evidence.append(value) }
            if let kind = OwnValueKind(named: place.name) { own.append(OwnValue(place.name, kind, value)) }
        }
        self.own = own
        self.evidence = evidence
        devices = own.filter { $0.kind == .device }.map(\.value)
        codes = own.filter { $0.kind == .registrationCode }.map(\.value)
    }

    /// True if a browser sends it of its own accord beside a page: for the page's icon, or what sites may have at well-known addresses
    /// (RFC 8615).
    public var isOfBrowser: Bool {
        let path = URLParts(request.url).path
        return path == "/favicon.ico" || path.hasPrefix("/apple-touch-icon") || path.hasPrefix("/.well-known/")
    }
}

import Documents

/// A resource as an MVPD reads it: Adobe passes it on unread (rest-api-v1.md §7.15).
struct ProviderResource: Hashable, Sendable {
    /// The channel: the id, or the channel's title.
    var channel: String
    /// The programme, if the document names one.
    var guid: String?

    /// The resource that `text` names: a plain id, or an MRSS document with a title for its channel; nil if it is neither.
    init?(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "<")) else {
            guard text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
            channel = text
            return
        }
        // An id of this length has no place in a query, so more than this is no resource.
        guard text.utf8.count <= Self.maximumBytes, let root = try? XMLDocument(parsing: Array(text.utf8)).root,
            root.name.local == "rss", let channel = root.elements("channel", in: nil).first,
            let title = channel.elements("title", in: nil).first?.text, !title.isEmpty
        else { return nil }
        self.channel = title
        guid = channel.elements("item", in: nil).first?.elements("guid", in: nil).first?.text
    }

    /// No resource is longer.
    static let maximumBytes = 16_384

    /// Checks whether a package of these names holds it: by its channel, or by its program.
    func isIn(_ package: [String]) -> Bool {
        package.contains(channel) || (guid.map { package.contains($0) } ?? false)
    }
}

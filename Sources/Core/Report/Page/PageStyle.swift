/// The style of the page: light and dark, from a phone's width on.
enum PageStyle {
    /// All of it.
    static let text = [colors, frame, summary, timeline, panes, sizes, glance].joined(separator: "\n")

    /// All of the live page's.
    static let liveText = [colors, frame, summary, timeline, panes, live, sizes, liveSizes].joined(separator: "\n")
}

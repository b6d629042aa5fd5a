import VirtualTime

/// A line of a timeline, before it is laid out.
struct TimelineRow: Sendable {
    /// What kind of line it is.
    enum Kind: Hashable, Sendable {
        /// A step of the flow, with the answer where it is a question: `S1 valid AuthN token? no`.
        case heading(String, answer: String?)
        /// An app of several, which the lines below it are about.
        case place(String)
        /// A jump in time, or the place where the simulated service takes over.
        case rule(String)
        /// Something that happened.
        case entry(Entry)
    }

    /// Something that happened: who did what to whom, and what came of it.
    struct Entry: Hashable, Sendable {
        /// Who did it, and to whom; `to` is empty where there is nobody.
        var from: String
        var to: String
        /// The operation by its short name, the method of Apple's framework, or the action.
        var what: String
        /// What `show` takes: the ordinal of an exchange, `vsa1` of a VSA call; nil for what no recording holds.
        var ordinal: String?
        /// The status of the response; `-` where none came.
        var status: String?
        /// How long it took.
        var duration: Duration?
        /// One fact.
        var fact = ""
        /// What weight it has for a reader.
        var tone = Tone.normal

        /// Whether it is a request, or a call of Apple's framework: what a recording can hold.
        var isCall: Bool { status != nil || duration != nil || from == "client" && ["Adobe", "VSA"].contains(to) }
    }

    /// The weight of a line for a reader.
    enum Tone: Hashable, Sendable {
        case normal, faint, bad
    }

    /// What it says.
    var kind: Kind
    /// When it is, since the beginning or the last jump in time; nil for what has no time.
    var time: Duration?
    /// The instant of the event that it is made from, in virtual time; nil of what is not made from one.
    var at: Instant?
    /// The findings that it is marked with, by number.
    var marks: [Int] = []
    /// What else there is to know, as names and values.
    var details: [(name: String, value: String)] = []
    /// The recorded exchange that it is about, by ordinal.
    var exchange: Int?
    /// The recorded VSA call that it is about, by ordinal.
    var vsaCall: Int?

    /// Whether lines are not in one order with those behind it: time begins anew there, or another device does.
    var isBoundary: Bool {
        switch kind {
        case .place, .rule: true
        case .heading, .entry: false
        }
    }

    /// The entry, for a line that is one.
    var entry: Entry? {
        get { if case .entry(let entry) = kind { entry } else { nil } }
        set { if let newValue { kind = .entry(newValue) } }
    }
}

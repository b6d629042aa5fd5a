import Documents
import Exchanges

/// The exchanges of a recording as they came: the bytes of its calls, and what passed with anybody but Adobe Pass.
///
/// A request that is no operation has the exchanges of its own method and URL, both as they are written, each once and in the order they
/// were recorded. Its headers and body do not count: cookies, credentials and tokens are others in each session.
struct RecordedExchanges: Hashable, Sendable {
    private let all: [Exchange]
    /// The places of those that are no calls, by method and URL, the next one last.
    private var pages: [Page: [Int]] = [:]

    private struct Page: Hashable {
        @ExactText var method: String
        @ExactText var url: String

        init(_ request: HTTPRequest) { (method, url) = (request.method, request.url) }
    }

    /// These exchanges, of which `calls` are known as operations.
    init(_ all: [Exchange], besides calls: [RecordedCall]) {
        self.all = all
        let known = Set(calls.map(\.ordinal))
        for index in all.indices.reversed() where !known.contains(all[index].ordinal) {
            pages[Page(all[index].request), default: []].append(index)
        }
    }

    /// The exchange of this ordinal.
    subscript(ordinal ordinal: Int) -> Exchange? { all.place(of: ordinal, by: \.ordinal).map { all[$0] } }

    /// The next exchange of this method and URL, which is used up with it.
    mutating func next(for request: HTTPRequest) -> ServiceResponse {
        let page = Page(request)
        guard let next = pages[page]?.popLast() else {
            return .unmatched(pages[page] == nil ? .notRecorded : .alreadyReplayed)
        }
        return .page(all[next])
    }
}

extension Array {
    /// The place of the element of this ordinal; the ordinals rise, unless a recording was edited.
    func place(of ordinal: Int, by key: (Element) -> Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) < ordinal { low = middle + 1 } else { high = middle }
        }
        if low < count, key(self[low]) == ordinal { return low }
        return firstIndex { key($0) == ordinal }
    }
}

import Documents

extension PassRequest {
    /// Returns the similarity of this request to another, for finding the nearest one: 0, nothing in common, to 100, no
    /// difference.
    ///
    /// The operation counts 50, what it is about 40, what else it carries 10. Requests for different operations are
    /// compared by requestor, MVPD, resource, device and code alone and stay below 50.
    public func similarity(to other: PassRequest) -> Int { PassRequestComparison(of: self).similarity(to: other) }
}

/// A request that is compared with many: what is read from it is read once.
public struct PassRequestComparison: Sendable {
    private let request: PassRequest
    private let identities: [[String]]
    private let values: ValuesByName

    /// The comparison of `request` with others.
    public init(of request: PassRequest) {
        self.request = request
        identities = ParameterSpecification.Subject.allCases.map { request.identity(of: $0) }
        values = request.valuesByName
    }

    /// Returns the similarity to another request, as ``PassRequest/similarity(to:)`` has it.
    public func similarity(to other: PassRequest) -> Int {
        let subjects = ParameterSpecification.Subject.allCases
        let identity = 40.share(of: Array(subjects.indices)) { place in
            let (mine, theirs) = (identities[place], other.identity(of: subjects[place]))
            return mine.isEmpty && theirs.isEmpty ? nil : mine.isExactly(theirs)
        }
        guard request.operation == other.operation else { return identity }
        let old = other.valuesByName
        let carried = 10.share(of: request.comparedNames(with: other)) { name in
            PassRequest.difference(in: name, recorded: old[name], replayed: values[name]).isEmpty
        }
        return 50 + identity + carried
    }
}

extension Int {
    /// The part of this number that equals the share of true answers, nil answers not counted; all of it if none counts.
    fileprivate func share<Element>(of elements: [Element], _ isEqual: (Element) -> Bool?) -> Int {
        let answers = elements.compactMap(isEqual)
        return answers.isEmpty ? self : self * answers.count { $0 } / answers.count
    }
}

import Documents

extension PassRequest {
    /// Returns the similarity of this request to another, for finding the nearest one: 0, nothing in common, to 100, no
    /// difference.
    ///
    /// The operation counts 50, what it is about 40, what else it carries 10. Requests for different operations are
    /// compared by requestor, MVPD, resource, device and code alone and stay below 50.
    public func similarity(to other: PassRequest) -> Int {
        let identity = 40.share(of: ParameterSpecification.Subject.allCases) { subject in
            let mine = self.identity(of: subject)
            let theirs = other.identity(of: subject)
            return mine.isEmpty && theirs.isEmpty ? nil : mine.isExactly(theirs)
        }
        guard operation == other.operation else { return identity }
        let (old, new) = (other.valuesByName, valuesByName)
        let carried = 10.share(of: comparedNames(with: other)) { name in
            Self.difference(in: name, recorded: old[name], replayed: new[name]).isEmpty
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

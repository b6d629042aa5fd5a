extension Redactor {
    /// The fingerprints of what is searched for and was learnt since the last call; nothing if nothing was.
    ///
    /// Only a redactor of limited memory keeps what is new for this.
    public mutating func takeFingerprints(_ fingerprints: SecretFingerprints) -> [UInt8] {
        known.takeNews().flatMap { news in
            switch news {
            case .searched(let value, let pseudonym): fingerprints.line(for: value, pseudonym: pseudonym)
            case .takenBack(let value): fingerprints.line(takingBack: value)
            }
        }
    }

    /// Learns what was found by its fingerprint in the exchange, or VSA call, of this ordinal.
    mutating func learn(_ found: [FingerprintSearch.Found], in ordinal: Int) {
        for found in found { known.learn(found.value, pseudonym: found.pseudonym, ordinal: ordinal) }
    }
}

/// Finds any of very many secrets in bytes, in every form, in one pass.
///
/// Each form of a secret is filed under its first eight bytes. A search looks at every eight-byte window once: a Bloom
/// filter turns nearly all of them away, a table finds the few candidates, and those are compared byte by byte. Where an
/// escape begins within the window, the window is also read with the escapes undone.
struct SecretIndex: Sendable {
    /// The place of a candidate in the list of secrets, and its form.
    struct Reference: Hashable, Sendable {
        var secret: Int32
        var form: SecretForm
    }

    private struct Bucket: Sendable {
        var key: UInt64
        /// Nearly always the only one, so that most buckets need no array.
        private var first: Reference?
        private var others: [Reference] = []
        /// True if more candidates are filed under longer beginnings.
        private(set) var hasLonger = false
        /// The lengths of the forms that are filed as a whole, since too many share even the longest beginning; in order.
        private(set) var wholeLengths: [Int] = []

        init(key: UInt64) {
            self.key = key
        }

        /// Files a reference, unless the bucket is bounded and too many are filed here already.
        mutating func file(_ reference: Reference, isBounded: Bool = true) -> Bool {
            guard let first else {
                first = reference
                return true
            }
            if first == reference || others.contains(reference) { return true }
            guard !isBounded || others.count + 1 < SecretIndex.maximumCandidates else { return false }
            others.append(reference)
            return true
        }

        /// Notes where what did not fit here is filed: under a longer beginning, or as a whole of this length.
        mutating func refer(toWhole length: Int?) {
            guard let length else { return hasLonger = true }
            let place = wholeLengths.firstIndex { $0 >= length } ?? wholeLengths.count
            if place == wholeLengths.count || wholeLengths[place] != length { wholeLengths.insert(length, at: place) }
        }

        func append(to found: inout [Reference]) {
            if let first { found.append(first) }
            found += others
        }
    }

    /// Beginnings that candidates are filed under: a longer one where too many share the shorter.
    static let beginnings = [8, 16, 32, 64]
    /// The maximum that is filed as a whole: it is read wherever the longest beginning stands.
    static let maximumWhole = 1024
    /// Candidates that may share a beginning before a longer one is used.
    static let maximumCandidates = 8

    private var buckets: [Bucket] = []
    private var slots: [Int32] = [Int32](repeating: -1, count: 64)
    private var filter = SecretFilter()
    private var shortKeys: [UInt64] = []

    var isEmpty: Bool { buckets.isEmpty }

    // MARK: Filing

    /// Files every form of `value`, which is secret number `secret`, but Base64 that is a piece of what is kept.
    mutating func insert(_ value: [UInt8], secret: Int) {
        let longest = Self.beginnings[Self.beginnings.count - 1]
        for form in SecretForm.allCases {
            let reference = Reference(secret: Int32(truncatingIfNeeded: secret), form: form)
            let pattern = form.beginning(of: value, count: longest)
            // It would be found in the log's own `verificationData`, or in a date.
            if form.isBase64, Searchability.isPieceOfKept(pattern) { continue }
            file(pattern, reference, value)
            guard form.isBase64, pattern.contains(where: { $0 == 0x2B || $0 == 0x2F }) else { continue }
            file(form.beginning(of: value, isURLSafe: true, count: longest), reference, value)
        }
    }

    private mutating func file(_ pattern: ArraySlice<UInt8>, _ reference: Reference, _ value: [UInt8]) {
        for (level, length) in Self.beginnings.enumerated() {
            guard pattern.count >= length else { return }
            let position = bucket(for: Self.key(pattern.prefix(length), level), isShort: level == 0)
            if buckets[position].file(reference) { return }
            let isLast = level + 1 == Self.beginnings.count || pattern.count < Self.beginnings[level + 1]
            guard isLast else {
                buckets[position].refer(toWhole: nil)
                continue
            }
            // Both alphabets, since they may differ only behind the beginning.
            for isURLSafe in reference.form.isBase64 ? [false, true] : [false] {
                let whole = reference.form.beginning(of: value, isURLSafe: isURLSafe, count: Self.maximumWhole)
                buckets[position].refer(toWhole: whole.count)
                let place = bucket(for: Self.key(whole, Self.beginnings.count), isShort: false)
                _ = buckets[place].file(reference, isBounded: false)
            }
            return
        }
    }

    private mutating func bucket(for key: UInt64, isShort: Bool) -> Int {
        if let position = find(key) { return position }
        if (buckets.count + 1) * 2 > slots.count { growSlots() }
        let position = buckets.count
        buckets.append(Bucket(key: key))
        place(Int32(truncatingIfNeeded: position), key)
        if isShort {
            shortKeys.append(key)
            if filter.isFull(for: shortKeys.count) {
                filter.grow()
                for key in shortKeys { filter.insert(key) }
            } else {
                filter.insert(key)
            }
        }
        return position
    }

    private mutating func place(_ position: Int32, _ key: UInt64) {
        var slot = Int(truncatingIfNeeded: Self.mixed(key)) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = position
    }

    private mutating func growSlots() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (position, bucket) in buckets.enumerated() { place(Int32(truncatingIfNeeded: position), bucket.key) }
    }

    // MARK: Finding

    /// The first place at or after `start` where a candidate may begin, escapes undone.
    func nextSuspect(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        let offset = text.startIndex
        let found = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe filter.nextSuspect(in: bytes, from: start - offset)
        }
        return found.map { $0 + offset }
    }

    /// Checks whether there is such a place.
    func hasSuspect(_ text: String.UTF8View) -> Bool {
        let found = unsafe text.withContiguousStorageIfAvailable { bytes in
            unsafe filter.nextSuspect(in: bytes, from: 0) != nil
        }
        return found ?? true
    }

    /// Checks whether a candidate begins with these eight bytes, the first one lowest.
    func begins(_ window: UInt64) -> Bool {
        filter.mayHold(window) && find(window) != nil
    }

    /// The candidates whose beginning stands at `index` of `text`, escapes undone.
    func candidates(in text: ArraySlice<UInt8>, at index: Int, _ transport: Transport) -> [Reference] {
        var reader = TransportReader(text, at: index, transport)
        var beginning: [UInt8] = []
        var found: [Reference] = []
        func reads(_ count: Int) -> Bool {
            while beginning.count < count {
                guard let byte = reader.next() else { return false }
                beginning.append(byte)
            }
            return true
        }
        for (level, length) in Self.beginnings.enumerated() {
            guard reads(length), let position = find(Self.key(beginning.prefix(length), level)) else { return found }
            buckets[position].append(to: &found)
            // The longer go on where the shorter ended: each byte is mixed in once.
            var key = Self.mixture(Self.beginnings.count)
            var mixed = 0
            for whole in buckets[position].wholeLengths {
                guard reads(whole) else { break }
                for byte in beginning[mixed..<whole] { key = Self.mixing(key, byte) }
                mixed = whole
                if let place = find(key) { buckets[place].append(to: &found) }
            }
            guard buckets[position].hasLonger else { return found }
        }
        return found
    }

    private func find(_ key: UInt64) -> Int? {
        var slot = Int(truncatingIfNeeded: Self.mixed(key)) & (slots.count - 1)
        while slots[slot] >= 0 {
            let position = Int(slots[slot])
            if buckets[position].key == key { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    // MARK: Keys

    /// The eight bytes themselves; for longer beginnings a mixture, which a comparison follows anyway.
    private static func key(_ beginning: ArraySlice<UInt8>, _ level: Int) -> UInt64 {
        guard level > 0 else {
            var key: UInt64 = 0
            for (index, byte) in beginning.enumerated() { key |= UInt64(byte) << UInt64(index * 8) }
            return key
        }
        return beginning.reduce(mixture(level), mixing)
    }

    private static func mixture(_ level: Int) -> UInt64 { 0xCBF2_9CE4_8422_2325 &+ UInt64(level) }

    private static func mixing(_ key: UInt64, _ byte: UInt8) -> UInt64 {
        (key ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    private static func mixed(_ key: UInt64) -> UInt64 {
        let product = key &* 0xD6E8_FEB8_6659_FD93
        return product ^ (product >> 32)
    }
}

/// Reads a text from a place on with the escapes of a transport undone.
struct TransportReader {
    private let text: ArraySlice<UInt8>
    private let transport: Transport
    private(set) var position: Int
    private var pending: TransportUnit?
    private var taken = 0

    init(_ text: ArraySlice<UInt8>, at position: Int, _ transport: Transport) {
        self.text = text
        self.position = position
        self.transport = transport
    }

    mutating func next() -> UInt8? {
        if let unit = pending {
            defer {
                taken += 1
                if taken == unit.count { pending = nil }
            }
            return unit[taken]
        }
        guard position < text.endIndex else { return nil }
        let unit = transport.unit(in: text, at: position)
        position += unit.length
        if unit.count > 1 {
            pending = unit
            taken = 1
        }
        return unit[0]
    }

    /// True if the last byte read ended a character.
    var isAtBoundary: Bool { pending == nil }
}

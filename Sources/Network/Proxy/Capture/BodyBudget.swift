import NIOConcurrencyHelpers

/// The limit that the bodies of all exchanges under way share.
///
/// A body asks when it needs more room, which is seldom: it takes twice what it has.
final class BodyBudget: Sendable {
    private let limit: Int
    private let taken = NIOLockedValueBox(0)

    /// A budget of so many bytes.
    init(limit: Int) { self.limit = limit }

    /// The bytes that are held now.
    var used: Int { taken.withLockedValue { $0 } }

    /// Room for so many bytes beside those a body has already; nil if so many are not left.
    func grant(_ bytes: Int, beside earlier: Grant? = nil) -> Grant? {
        let isGranted = taken.withLockedValue {
            guard bytes <= limit - $0 else { return false }
            $0 += bytes
            return true
        }
        return isGranted ? Grant(bytes, beside: earlier, of: self) : nil
    }

    /// Room that is given back when nobody holds on to it any more.
    final class Grant: Sendable {
        /// The number of bytes that there is room for, the earlier grants included.
        let bytes: Int
        private let own: Int
        private let earlier: Grant?
        private let budget: BodyBudget

        fileprivate init(_ own: Int, beside earlier: Grant?, of budget: BodyBudget) {
            bytes = (earlier?.bytes ?? 0) + own
            self.own = own
            self.earlier = earlier
            self.budget = budget
        }

        deinit { budget.taken.withLockedValue { $0 -= own } }
    }
}

/// The English names of days and months, as dates of HTTP and mail have them (RFC 9110 §5.6.7).
extension CivilDate {
    /// From Monday on; the usual form has their first three letters.
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    /// From January on; every form has three letters of them.
    package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The index of the day's name in ``weekdays``.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        Int(floorDivide(floorDivide(secondsSince1970, by: 86_400).quotient + 3, by: 7).remainder)
    }
}

/// The names of months and days in dates of HTTP.
enum DateNames {
    /// From January on.
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    /// From Monday on.
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The index of the name that `text` is, whole or its first three letters, in any case.
    static func place(of text: some Collection<UInt8>, in names: [String]) -> Int? {
        names.firstIndex { name in
            [name.utf8.count, 3].contains(text.count) && zip(name.utf8, text).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }

    /// The name as `old` is written: whole or three letters, in its case.
    static func name(_ name: String, like old: ArraySlice<UInt8>) -> [UInt8] {
        // A name of three letters, May, tells neither; it comes in the short form.
        let letters = old.count == 3 ? Array(name.utf8.prefix(3)) : Array(name.utf8)
        guard old.count > 1, let first = old.first, let last = old.last else { return letters }
        return letters.enumerated().map { index, letter in
            let isCapital = (index == 0 ? first : last) & 0x20 == 0
            return isCapital ? letter & 0xDF : letter | 0x20
        }
    }
}

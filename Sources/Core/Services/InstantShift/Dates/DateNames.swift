/// The names of months and days as dates are found to write them.
enum DateNames {
    /// The index of the name that `text` is, whole or its first three letters, in any case.
    static func place(of text: some Collection<UInt8>, in names: [String]) -> Int? {
        names.firstIndex { name in
            (text.count == 3 || text.count == name.utf8.count)
                && zip(name.utf8, text).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }

    /// Writes the name as `old` is written: whole or three letters, each in the case of the one in its place.
    static func write(_ name: String, like old: ArraySlice<UInt8>, to text: inout [UInt8]) {
        guard let last = old.last else { return }
        for (index, letter) in name.utf8.prefix(old.count == 3 ? 3 : name.utf8.count).enumerated() {
            let model = index < old.count ? old[old.startIndex + index] : last
            text.append(model & 0x20 == 0 ? letter & 0xDF : letter | 0x20)
        }
    }
}

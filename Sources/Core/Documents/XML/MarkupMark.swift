/// The marks that markup begins and ends with, the first byte the lowest.
enum MarkupMark {
    // `<!--`
    static let comment: UInt64 = 0x2D_2D_21_3C
    // `->`
    static let dashEnd: UInt64 = 0x3E_2D
    // `<![CDATA`, of `<![CDATA[`
    static let section: UInt64 = 0x41_54_41_44_43_5B_21_3C
    // `]]>`
    static let sectionEnd: UInt64 = 0x3E_5D_5D
    // `<?xml `
    static let declaration: UInt64 = 0x20_6C_6D_78_3F_3C
}

import Inspection

extension InspectedField {
    /// The value, where it is a text.
    var text: String? { if case .text(let text) = value { text } else { nil } }

    /// The instant or the text that the value stands for.
    var meaning: String? {
        switch reading {
        case .instant(let instant)?: instant.description
        case .text(let text)?: text
        case .span?, .remark?, nil: nil
        }
    }
}

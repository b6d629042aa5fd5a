import Foundation

/// Looks for secrets in bytes, in all their ``EncodedForms``, in one pass.
struct CanarySearch {
    private struct Form {
        var name: String
        var bytes: [UInt8]
    }
    /// The forms by their first four bytes.
    private var forms: [UInt32: [Form]] = [:]
    /// The first two bytes that occur: almost everything is decided here.
    private var beginnings = [Bool](repeating: false, count: 65_536)

    init(_ canaries: [CanaryCapture.Canary]) {
        for canary in canaries {
            for form in EncodedForms.of(canary.value) where form.bytes.count >= 8 {
                let key = form.bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                forms[key, default: []].append(Form(name: "\(canary), \(form.name)", bytes: form.bytes))
                beginnings[Int(key >> 16)] = true
            }
        }
    }

    /// Returns the canaries that there are, each once, with the text around the first.
    func findings(in bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        guard bytes.count >= 8 else { return found }
        bytes.withUnsafeBufferPointer { bytes in
            beginnings.withUnsafeBufferPointer { beginnings in
                var key: UInt32 = 0
                for offset in 0..<bytes.count {
                    key = key << 8 | UInt32(bytes[offset])
                    guard offset >= 3, beginnings[Int(key >> 16)], let candidates = forms[key] else { continue }
                    for form in candidates where bytes[(offset - 3)...].starts(with: form.bytes) {
                        found.insert(form.name)
                    }
                }
            }
        }
        return found
    }
}

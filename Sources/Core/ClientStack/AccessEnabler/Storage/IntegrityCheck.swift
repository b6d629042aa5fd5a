/// The checks that AccessEnabler 3.8.3 and newer makes of its storage when it is made:
/// `initWithStorageCheck:softwareStatement:`.
///
/// Source: access-enabler.md §2, §9.
public enum IntegrityCheck: String, Hashable, Sendable, CaseIterable {
    /// Nothing; the default.
    case none = "INTEGRITY_CHECK_NONE"
    /// That reading and writing work, and that all values are well formed; any failure clears all.
    case all = "INTEGRITY_CHECK_ALL"
    /// Nothing, but clears all.
    case clear = "INTEGRITY_CHECK_CLEAR"
}

/// The rows of the tables of names, for whoever holds them against Documentation/reference/redaction-rules.md.
///
/// Names are normalized: lower case, letters and digits only.
package enum RedactionTables {
    /// Fields, members, elements and attributes whose values are secret wherever they stand.
    package static var secretNames: [String] { NameTable.secrets.flatMap(\.1) }

    /// The parts that make a name secret that is on no list.
    package static var secretParts: [String] { NameTable.parts.map { String(decoding: $0.0, as: UTF8.self) } }

    /// Header fields of known kinds, all secret.
    package static var secretHeaders: [String] { HeaderTable.secret.keys.sorted() }

    /// Header fields whose values are kept.
    package static var keptHeaders: [String] { HeaderTable.harmless.sorted() }
}

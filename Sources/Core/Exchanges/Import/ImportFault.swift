/// A problem and where it is, before the importer at hand adds its own words for the place.
struct ImportFault: Error {
    var problem: ImportProblem
    /// Offset in bytes from the start of what the cursor reads.
    var byteOffset: Int
}

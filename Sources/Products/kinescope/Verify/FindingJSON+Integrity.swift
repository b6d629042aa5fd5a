import RecordingStore
import Replay
import Report

extension FindingJSON {
    /// A place where the recording at `path` is not what its writer finished.
    init(_ problem: IntegrityProblem, in path: String) {
        self.init(.damaged, .error, from: SourceJSON(.file, path), message: "\(problem)")
        switch problem.place {
        case .exchange(let ordinal): exchanges = [ordinal]
        case .vsaCall(let ordinal): vsaCalls = [ordinal]
        case .userAction(let ordinal): userActions = [ordinal]
        case .information: fields = [Field("information")]
        case .database: fields = [Field("database")]
        }
        if let field = problem.field { fields.append(Field(field.replacing(" ", with: "."))) }
    }
}

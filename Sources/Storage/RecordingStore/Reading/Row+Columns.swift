import Foundation
import GRDB

/// Columns as they are stored: GRDB's own text decoding ends at the first NUL.
extension Row {
    func string(_ index: Int) throws -> String? {
        try withUnsafeData(atIndex: index) { $0.map { String(decoding: $0, as: UTF8.self) } }
    }

    func bytes(_ index: Int) throws -> [UInt8]? {
        try withUnsafeData(atIndex: index) { $0.map { Array($0) } }
    }

    func integer(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }
}

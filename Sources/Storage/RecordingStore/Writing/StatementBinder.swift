import Foundation
import GRDB

/// Binds the values of a statement one after the other.
///
/// A third faster than handing GRDB an array of arguments, which it turns over several times; and it binds a text whole,
/// where GRDB stops at the first NUL: such a text is bound as bytes, and the statement casts them.
struct StatementBinder {
    private let statement: Statement
    private var index: CInt = 0
    private var failure: CInt = 0

    fileprivate init(_ statement: Statement) {
        self.statement = statement
        statement.setUncheckedArguments(StatementArguments())
    }

    mutating func bind(_ value: Int64?) { bind(any: value) }

    mutating func bind(_ value: Data?) { bind(any: value) }

    mutating func bind(_ bytes: [UInt8]?) { bind(any: bytes.map { Data($0) }) }

    mutating func bind(_ text: String?) {
        if let text, text.utf8.contains(0) { bind(any: Data(text.utf8)) } else { bind(any: text) }
    }

    private mutating func bind(any value: (some StatementBinding)?) {
        index += 1
        guard let value else { return }
        let code = unsafe value.bind(to: statement.sqliteStatement, at: index)
        if failure == 0 { failure = code }
    }

    fileprivate func execute() throws {
        guard failure == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: failure)) }
        try statement.execute()
    }
}

extension Statement {
    /// Runs the statement with what `bind` binds, from the first question mark on.
    func execute(binding bind: (inout StatementBinder) -> Void) throws {
        var binder = StatementBinder(self)
        bind(&binder)
        try binder.execute()
    }
}

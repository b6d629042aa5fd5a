/// The tables, indexes and views of a recording; Documentation/reference/recording-format.md explains each column.
///
/// A test compares the SQL here with the SQL on that page.
enum RecordingSchema {
    /// `KINE` in ASCII: tells a recording from every other SQLite file.
    static let applicationID: Int32 = 0x4B49_4E45

    /// The format this code writes and reads; SQLite's `user_version`.
    ///
    /// Format 1 was never released: `Scripts/convert-recordings` converts what was recorded in it.
    static let formatVersion: Int32 = 2

    /// Bytes in a page of an import: larger ones are filled a little faster and leave less unused.
    static let pageSize = 8_192

    /// Bytes in a page of an import of less than ``smallBytes``: of 90 kB in larger pages nearly 70 percent are unused.
    static let smallPageSize = 2_048

    /// An import of fewer bytes is a small one.
    static let smallBytes = 16 << 20

    /// Bytes in a page of a recorder's file: each transaction writes whole pages to the log, so smaller ones are half of
    /// it, and a third less to wait for.
    static let recorderPageSize = 4_096

    /// The tables, each behind those that its rows refer to.
    static let tables = ["recording", "body", "header_list", "exchange", "vsa_call", "user_action"]

    static let statements = [
        """
        CREATE TABLE recording (
            key TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE body (
            id INTEGER NOT NULL PRIMARY KEY,
            sha256 BLOB NOT NULL UNIQUE,
            bytes BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE header_list (
            id INTEGER NOT NULL PRIMARY KEY,
            fields TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE exchange (
            ordinal INTEGER NOT NULL PRIMARY KEY,
            started_at INTEGER NOT NULL,
            duration_us INTEGER NOT NULL,
            method TEXT NOT NULL,
            url TEXT NOT NULL,
            request_version TEXT NOT NULL,
            request_headers INTEGER NOT NULL REFERENCES header_list (id),
            request_body INTEGER REFERENCES body (id),
            status INTEGER,
            reason TEXT,
            response_version TEXT,
            response_headers INTEGER REFERENCES header_list (id),
            response_body INTEGER REFERENCES body (id),
            failure TEXT,
            archive_entry TEXT,
            notes TEXT,
            operation TEXT,
            match_key TEXT,
            digest BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE INDEX exchange_by_match_key ON exchange (match_key, ordinal) WHERE match_key IS NOT NULL
        """,
        """
        CREATE TABLE vsa_call (
            ordinal INTEGER NOT NULL PRIMARY KEY,
            answered_at INTEGER NOT NULL,
            line TEXT NOT NULL,
            digest BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE user_action (
            ordinal INTEGER NOT NULL PRIMARY KEY,
            occurred_at INTEGER NOT NULL,
            action TEXT NOT NULL,
            argument TEXT,
            digest BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE VIEW exchanges AS
        SELECT
            e.ordinal,
            strftime('%Y-%m-%dT%H:%M:%S', e.started_at / 1000000, 'unixepoch')
                || printf('.%06dZ', e.started_at % 1000000) AS started,
            e.duration_us / 1000.0 AS duration_ms,
            e.operation,
            e.method,
            e.url,
            e.status,
            e.reason,
            e.failure,
            q.fields AS request_headers,
            CAST(qb.bytes AS TEXT) AS request_body,
            r.fields AS response_headers,
            CAST(rb.bytes AS TEXT) AS response_body,
            e.notes,
            e.match_key
        FROM exchange AS e
        LEFT JOIN header_list AS q ON q.id = e.request_headers
        LEFT JOIN header_list AS r ON r.id = e.response_headers
        LEFT JOIN body AS qb ON qb.id = e.request_body
        LEFT JOIN body AS rb ON rb.id = e.response_body
        """,
        """
        CREATE VIEW vsa_calls AS
        SELECT
            ordinal,
            strftime('%Y-%m-%dT%H:%M:%S', answered_at / 1000000, 'unixepoch')
                || printf('.%06dZ', answered_at % 1000000) AS answered,
            json_extract(line, '$.call') AS call,
            json_extract(line, '$.request') AS request,
            json_extract(line, '$.accessStatus') AS access_status,
            json_extract(line, '$.metadata') AS metadata,
            json_extract(line, '$.error') AS error
        FROM vsa_call
        """,
        """
        CREATE VIEW user_actions AS
        SELECT
            ordinal,
            strftime('%Y-%m-%dT%H:%M:%S', occurred_at / 1000000, 'unixepoch')
                || printf('.%06dZ', occurred_at % 1000000) AS occurred,
            action,
            argument
        FROM user_action
        """,
        """
        CREATE VIEW timeline AS
        SELECT started AS at, 'exchange' AS kind, ordinal, coalesce(operation, method) AS what,
            coalesce(status, failure) AS result, url AS detail
        FROM exchanges
        UNION ALL
        SELECT answered, 'VSA call', ordinal, call, coalesce(access_status, error, metadata), request FROM vsa_calls
        UNION ALL
        SELECT occurred, 'user action', ordinal, action, NULL, argument FROM user_actions
        ORDER BY at, kind, ordinal
        """,
        """
        CREATE VIEW failures AS
        SELECT ordinal, started, duration_ms, operation, method, url, status, reason, failure, response_body
        FROM exchanges
        WHERE status IS NULL OR status >= 400
        ORDER BY ordinal
        """,
        """
        CREATE VIEW operations AS
        SELECT
            operation,
            count(*) AS exchanges,
            sum(status IS NULL OR status >= 400) AS failed,
            group_concat(DISTINCT coalesce(status, 'none')) AS statuses,
            min(started) AS first,
            max(started) AS last,
            max(duration_ms) AS slowest_ms
        FROM exchanges
        GROUP BY operation
        ORDER BY first
        """,
        """
        CREATE VIEW skipped AS
        WITH RECURSIVE text(list) AS (
            SELECT value || ',' FROM recording WHERE key = 'exchange_gaps'
        ), gap(range, rest) AS (
            SELECT substr(list, 1, instr(list, ',') - 1), substr(list, instr(list, ',') + 1) FROM text
            UNION ALL
            SELECT substr(rest, 1, instr(rest, ',') - 1), substr(rest, instr(rest, ',') + 1) FROM gap WHERE rest <> ''
        )
        SELECT
            CAST(range AS INTEGER) AS first,
            CAST(substr(range, instr(range, '-') + 1) AS INTEGER) AS last
        FROM gap
        """,
    ]
}

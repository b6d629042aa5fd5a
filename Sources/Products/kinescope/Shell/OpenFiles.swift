#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How many files and sockets the process may have open.
enum OpenFiles {
    /// How many client connections there is room for, each with one to a server, beside the files that are open anyway.
    ///
    /// The system's limit is raised as far as it lets a process raise it: the usual 1,024 (256 on macOS) are meant for
    /// programs that use `select`.
    static var connections: Int {
        var limit = rlimit()
        #if canImport(Darwin)
        let resource = RLIMIT_NOFILE
        #elseif canImport(Musl)
        let resource = RLIMIT_NOFILE
        #else
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1 }
        let wanted = min(limit.rlim_max, rlim_t(most))
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            _ = unsafe setrlimit(resource, &limit)
            _ = unsafe getrlimit(resource, &limit)
        }
        return max(1, (Int(min(limit.rlim_cur, rlim_t(most))) - reserved) / 2)
    }

    /// As many as macOS allows, and more than are of use.
    private static let most = 10_240
    private static let reserved = 64
}

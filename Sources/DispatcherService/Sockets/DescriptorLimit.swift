import Glibc

/// How many descriptors we may have open (RLIMIT_NOFILE).
enum DescriptorLimit {
    /// What the daemon has open for itself, at most.
    private static let own = 64
    /// What a command that runs takes: its pipes, its input, itself.
    private static let perCommand = 8

    /// How many connections there may be beside so many commands; a quarter of all descriptors where that is more.
    static func connections(beside commands: Int) -> Int { max(all - own - perCommand * min(commands, all), all / 4) }

    /// How many commands may run beside so many connections: at least one.
    static func commands(beside connections: Int) -> Int { max((all - own - min(connections, all)) / perCommand, 1) }

    private static var all: Int {
        var limit = rlimit()
        // What is not known limits nothing.
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 << 30 }
        return Int(clamping: limit.rlim_cur)
    }
}

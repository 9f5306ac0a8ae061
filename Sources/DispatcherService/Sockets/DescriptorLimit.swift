import Glibc

/// How many descriptors we may have open (RLIMIT_NOFILE).
enum DescriptorLimit {
    /// What the daemon has open for itself, at most.
    private static let own = 64
    /// What a command that runs takes: its pipes, its input, itself.
    private static let perCommand = 8

    /// How many connections there may be beside so many commands; a quarter of all descriptors where that is more.
    static func connections(beside commands: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        let all = Int(clamping: limit.rlim_cur)
        return max(all - own - perCommand * min(commands, all), all / 4)
    }
}

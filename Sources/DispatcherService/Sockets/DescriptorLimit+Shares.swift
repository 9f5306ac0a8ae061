import UnixSystem

extension DescriptorLimit {
    /// What the daemon has open for itself, at most.
    private static let own = 64
    /// What a command that runs takes: its pipes, its input, itself.
    private static let perCommand = 8

    /// How many connections there may be beside so many commands; a quarter of all descriptors where that is more.
    static func connections(beside commands: Int) -> Int {
        max(current - own - perCommand * min(commands, current), current / 4)
    }

    /// How many commands may run beside so many connections: at least one.
    static func commands(beside connections: Int) -> Int {
        max((current - own - min(connections, current)) / perCommand, 1)
    }
}

import Glibc

/// What another program prints.
enum ChildOutput {
    /// The lines that a program wrote to standard output; nil if it could not be started or did not end with 0.
    static func lines(of arguments: [String]) -> [String]? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let vector = arguments.map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, arguments[0], &actions, nil, vector, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { return nil }
        let output = readAll(ends[0])
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { return nil }
        return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func readAll(_ descriptor: CInt) -> [UInt8] {
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += chunk[..<count]
        }
    }
}

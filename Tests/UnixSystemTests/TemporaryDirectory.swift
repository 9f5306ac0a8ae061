import Glibc
import UnixSystem

/// A directory that is removed with everything in it when its owner goes away.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = "/tmp/unix-system-tests-\(RandomToken.make())"
        try Directory.make(path)
    }

    deinit {
        _ = try? CompletedProcess.run(path: "/bin/rm", arguments: ["rm", "-rf", path], environment: [:], seconds: 30)
    }
}

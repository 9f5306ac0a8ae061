package import SystemPackage

extension FileDescriptor {
    /// /dev/null, open for reading and writing as long as the process lives, so that no child fails because it cannot be
    /// opened. The daemon opens it before it serves. It is -1 if that failed, and closed in children then.
    package static let nullDevice: FileDescriptor =
        (try? .open("/dev/null", .readWrite, options: .closeOnExec)) ?? FileDescriptor(rawValue: -1)
}

import SystemPackage

extension FileDescriptor {
    /// /dev/null, open for both as long as the process lives: no child fails for want of it. The daemon opens it before it
    /// serves; it is -1 if that was impossible, and children find it closed then.
    static let nullDevice: FileDescriptor =
        (try? .open("/dev/null", .readWrite, options: .closeOnExec)) ?? FileDescriptor(rawValue: -1)
}

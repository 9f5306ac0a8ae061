import Glibc

/// Notices changes to files by their names (inotify(7)), including files and folders that do not exist yet. The thread
/// sleeps until one of their folders changes.
package final class FileWatch: Sendable {
    private let watch: ReadWatch

    /// - Parameters:
    ///   - paths: Absolute paths. If a path is a link, the file that it leads to is watched, too.
    ///   - onFailure: Called at most once, on the watch's own thread, if a path can no longer be watched.
    ///   - onChange: Called on that thread after the file at a path was written, made, renamed or removed.
    package init(
        _ paths: [String], onFailure: @escaping @Sendable (SystemCallError) -> Void,
        onChange: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        let events = try Descriptor(inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)), attempt: "watch files")
        let names = Lock(WatchedNames(paths))
        if let failure = names.withLock({ $0.watch(events.number) }) { throw failure }
        watch = try ReadWatch(events, name: "files") { events in
            let (hasChanged, failure) = names.withLock { $0.read(events) }
            if let failure { onFailure(failure) }
            if hasChanged { onChange() }
        }
    }

    deinit { watch.stop() }
}

/// The names to report in each watched folder.
private struct WatchedNames: Sendable {
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)

    private let paths: [String]
    private var names: [CInt: Set<String>] = [:]
    private var hasFailed = false

    init(_ paths: [String]) { self.paths = paths }

    /// Watches the folder of each path, or its nearest parent that exists and can be read. Returns the first failure of
    /// another kind, such as the user's limit of watches (ENOSPC). The other paths are watched nevertheless.
    mutating func watch(_ descriptor: CInt) -> SystemCallError? {
        var failure: SystemCallError?
        for path in paths + paths.map(File.resolved) {
            var place = path
            var retries = 3
            while place != "/" {
                let folder = Directory.parent(of: place)
                let number = inotify_add_watch(descriptor, folder, Self.events)
                if number >= 0 {
                    names[number, default: []].insert(String(place.dropFirst(folder == "/" ? 1 : folder.count + 1)))
                    // No event reports a folder that was made just before the watch, so try again.
                    guard place != path, retries > 0, Directory.exists(place) else { break }
                    retries -= 1
                    place = path
                } else {
                    let error = SystemCallError("watch", folder)
                    guard [ENOENT, ENOTDIR, EACCES].contains(error.number) else {
                        failure = failure ?? error
                        break
                    }
                    place = folder
                }
            }
        }
        return failure
    }

    /// Reads all events, and watches the folders that now exist. Returns whether one of the files may have changed, and
    /// the first failure.
    mutating func read(_ descriptor: CInt) -> (hasChanged: Bool, failure: SystemCallError?) {
        var hasChanged = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
            guard count > 0 else { break }
            buffer[..<count].withUnsafeBytes { hasChanged = take($0) || hasChanged }
        }
        guard hasChanged, let failure = watch(descriptor), !hasFailed else { return (hasChanged, nil) }
        hasFailed = true
        return (true, failure)
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let headSize = MemoryLayout<inotify_event>.size
        var hasChanged = false
        var start = 0
        while start + headSize <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            let end = min(bytes.count, start + headSize + Int(event.len))
            let name = String(decoding: bytes[(start + headSize)..<end].prefix { $0 != 0 }, as: UTF8.self)
            // An event without a name is about the folder itself, or reports that events were lost.
            if name.isEmpty || names[event.wd]?.contains(name) == true { hasChanged = true }
            if event.mask & UInt32(IN_IGNORED) != 0 { names[event.wd] = nil }
            start = end
        }
        return hasChanged
    }
}

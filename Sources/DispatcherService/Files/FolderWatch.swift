import Glibc
import UnixSystem

/// Detects changes to files and folders (inotify(7)).
enum FolderWatch {
    /// A file was written completely, renamed, removed, or got another owner or other permissions. A file that is still
    /// being written does not count.
    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE) | permissionEvents
    /// The folder got another owner, other permissions or another name.
    private static let permissionEvents = UInt32(IN_ATTRIB | IN_MOVE_SELF)
    /// Adds the events to the events of a folder that is watched already.
    private static let adding: UInt32 = 0x2000_0000

    /// The moment when some paths are watched, then each change to these paths, in their folders, and to the permissions of
    /// the folders above. Paths that do not exist are left out.
    static func changes(around paths: [String]) throws(SystemCallError) -> AsyncStream<Void> {
        let files = try Descriptor(inotify_init1(O_NONBLOCK | O_CLOEXEC), attempt: "watch files")
        let descriptor = files.number
        for path in paths + paths.map(File.resolved) {
            var folder = Directory.parent(of: path)
            for place in [path, folder] { inotify_add_watch(descriptor, place, events | adding) }
            while folder != "/" {
                folder = Directory.parent(of: folder)
                inotify_add_watch(descriptor, folder, permissionEvents | adding)
            }
        }
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = try ReadWatch(files, name: "files") { descriptor in
            var records = [UInt8](repeating: 0, count: 4096)
            while records.withUnsafeMutableBytes({ readRetrying(descriptor, into: $0) }) > 0 {}
            change.yield()
        }
        change.onTermination = { _ in watch.stop() }
        change.yield()
        return changes
    }
}

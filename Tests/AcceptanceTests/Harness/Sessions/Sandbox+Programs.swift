import Foundation

extension Sandbox {
    /// Makes a folder of links to all programs of this machine but some, which a person may have installed.
    /// - Returns: The folder, for PATH.
    func programs(without excluded: [String]) throws -> String {
        let folder = "\(path)/programs-of-the-machine"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for source in (environment["PATH"] ?? "").split(separator: ":") {
            for name in (try? files.contentsOfDirectory(atPath: String(source))) ?? [] where !excluded.contains(name) {
                // The first folder that has a program counts.
                try? files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "\(source)/\(name)")
            }
        }
        return folder
    }
}

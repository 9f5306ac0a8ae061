import Foundation

/// The routes for the hostile rows.
package enum HostileRoutes {
    /// The path of the file.
    package static var file: String { Bundle.module.bundlePath + "/Cases/hostile-routes.yaml" }

    package static var text: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }
}

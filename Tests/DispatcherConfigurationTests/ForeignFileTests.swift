import DispatcherConfiguration
import Glibc
import TestSupport
import Testing

/// The files that others may change.
struct ForeignFileTests {
    private func feature(_ schemes: String, _ path: String, _ more: String = "") -> String {
        "schemes: \(schemes)\nroutes: [{name: r, path: \(path), run: [x]\(more)}]\n"
    }

    @Test func `a file that others may write is refused, with the command that ends that`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": "journal: off\n", "routes.d/a.yaml": feature("[a]", "/x"),
            "routes.d/b.yaml": feature("[b]", "/x"),
        ])
        for name in ["config.yaml", "routes.d/b.yaml"] { chmod("\(folder.path)/\(name)", 0o666) }
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(!configuration.badSettings.isEmpty)
        #expect(
            configuration.mistakes.map(\.description)
                == ["config.yaml", "routes.d/b.yaml"].map { name in
                    "\(name):1:1: others may write '\(folder.path)/\(name)'; "
                        + "run: chmod o-w '\(folder.path)/\(name)'"
                })
    }

    @Test func `a folder that others may write is refused with all of its files`() throws {
        let folder = try TemporaryFolder(configuration: ["routes.d/a.yaml": feature("[a]", "/x")])
        let routes = "\(folder.path)/routes.d"
        for mode in [mode_t(0o777), 0o1777] {
            chmod(routes, mode)
            let configuration = folder.load()
            #expect(configuration.features.isEmpty)
            #expect(
                configuration.mistakes.map(\.description) == [
                    "routes.d:1:1: others may write '\(routes)'; run: chmod o-w '\(routes)'"
                ])
        }
    }
}

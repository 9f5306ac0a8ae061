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
        let names = ["config.yaml", "routes.d/b.yaml"]
        for name in names { chmod("\(folder.path)/\(name)", 0o666) }
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(!configuration.badSettings.isEmpty)
        for (mistake, name) in zip(configuration.mistakeTexts, names) {
            let file = "'\(folder.path)/\(name)'"
            #expect(mistake == "\(name):1:1: others may write \(file); run: chmod o-w \(file)")
        }
        #expect(configuration.mistakes.count == names.count)
    }

    @Test func `a folder that others may write is refused with all of its files`() throws {
        let folder = try TemporaryFolder(configuration: ["routes.d/a.yaml": feature("[a]", "/x")])
        let routes = "\(folder.path)/routes.d"
        for mode in [mode_t(0o777), 0o1777] {
            chmod(routes, mode)
            let configuration = folder.load()
            #expect(configuration.features.isEmpty)
            let mistake = "routes.d:1:1: others may write '\(routes)'; run: chmod o-w '\(routes)'"
            #expect(configuration.mistakeTexts == [mistake])
        }
    }
}

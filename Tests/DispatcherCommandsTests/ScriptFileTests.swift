import DispatcherCommands
import Foundation
import Testing
import UnixSystem

struct ScriptFileTests {
    @Test func `exists while the body runs, for the user alone, in its own folder`() async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let script = try await ScriptFile.with("echo 'é'\n", in: folder) { path in
            let own = (path as NSString).deletingLastPathComponent
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let names = try FileManager.default.contentsOfDirectory(atPath: own)
            #expect(text == "echo 'é'\n" && names == ["script"])
            #expect([File.permissions(of: path), File.permissions(of: own)] == [0o600, 0o700])
            return path
        }
        #expect(!File.exists((script as NSString).deletingLastPathComponent))
    }

    @Test func `throws with the folder if it cannot be written`() async {
        let error = await #expect(throws: SystemCallError.self) {
            try await ScriptFile.with("", in: "/dev/null") { _ in Issue.record("there is no file") }
        }
        #expect(error?.description == "cannot make a folder in '/dev/null': Not a directory")
    }
}

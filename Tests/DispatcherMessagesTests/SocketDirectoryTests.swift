import DispatcherMessages
import Glibc
import RequestRecord
import Testing
import UnixSystem

/// The place of the sockets.
struct SocketDirectoryTests {
    @Test(arguments: [
        (String?.some("/a"), ["XDG_RUNTIME_DIR": "/run", "XCALLBACK_SOCKET_DIRECTORY": "/b"], "/a"),
        (nil, ["XDG_RUNTIME_DIR": "/run", "XCALLBACK_SOCKET_DIRECTORY": "/b"], "/b"),
        (nil, ["XDG_RUNTIME_DIR": "/run", "XCALLBACK_SOCKET_DIRECTORY": ""], "/run/xcallbackd"),
        (nil, ["XDG_RUNTIME_DIR": "/run"], "/run/xcallbackd"),
    ])
    func `an option goes before the variables`(option: String?, environment: [String: String], path: String) throws {
        #expect(try SocketDirectory(override: option, environment: environment).path == path)
        #expect(try SocketDirectory(override: option) { environment[$0] }.path == path)
    }

    @Test func `a path ends where sockaddr_un does`() throws {
        // "/agent/agent.sock" is 17 bytes, and the other two are shorter.
        let longest = "/" + String(repeating: "x", count: 107 - 17 - 1)
        #expect(try SocketDirectory(override: longest, environment: [:]).socket(.agent).utf8.count == 107)
        #expect(throws: SocketDirectoryError.self) { try SocketDirectory(override: longest + "x", environment: [:]) }
    }

    @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]])
    func `without a runtime folder there is none`(environment: [String: String]) {
        #expect(throws: SocketDirectoryError.noRuntimeDirectory) { try SocketDirectory(environment: environment) }
    }

    @Test func `a folder of the sessions is the user's own`() {
        let folder = Directory.ofSessions
        #expect(folder == nil || folder == "/run/user/\(geteuid())")
    }
}

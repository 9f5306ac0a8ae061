import Foundation
import Testing
import UnixSystem

@testable import DispatcherService

/// The memory of switched features.
struct FeatureSwitchesTests {
    private static let switches: [FeatureSwitches.Switch] = [.on, .off(until: nil), .off(until: 1000)]

    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test(.timeLimit(.minutes(5)))
    func `what is written last is what was said last, whoever says it`() async throws {
        let folder = "\(NSTemporaryDirectory())/switches-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try #require(StateDirectory(override: folder, environment: [:]))
        let switches = FeatureSwitches(state: state, logger: quiet)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { #expect(await switches.set("f\(number % 7)", Self.switches[number % 3]) == nil) }
            }
        }
        let now = Timestamp(boot: 0, wall: 0)
        let again = FeatureSwitches(state: state, logger: quiet)
        for number in 0..<7 {
            #expect(switches.current(of: "f\(number)", at: now) != nil)
            #expect(again.current(of: "f\(number)", at: now) == switches.current(of: "f\(number)", at: now))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["features.json"])
        #expect(File.permissions(of: "\(folder)/features.json") == 0o600)
    }

    @Test(arguments: [999, 1000] as [Int64])
    func `a switch with an end is over at its end`(time: Int64) async {
        let switches = FeatureSwitches(state: nil, logger: quiet)
        _ = await switches.set("f", .off(until: 1000))
        let current = switches.current(of: "f", at: Timestamp(boot: 0, wall: time))
        #expect(current == (time < 1000 ? .off(until: 1000) : nil))
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("/o", ["XDG_STATE_HOME": "/s", "HOME": "/h"], "/o"),
            (nil, ["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/xcallbackd"),
            (nil, ["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/xcallbackd"),  // relative counts as unset
            (nil, ["HOME": ""], nil),
        ] as [(String?, [String: String], String?)])
    func `the state is where the option, XDG_STATE_HOME or HOME says`(
        override: String?, environment: [String: String], path: String?
    ) async {
        let state = StateDirectory(override: override, environment: environment)
        #expect(state?.path == path)
        guard state == nil else { return }
        let problem = await FeatureSwitches(state: nil, logger: quiet).set("f", .off(until: nil))
        #expect(problem == "not remembered after a restart: neither XDG_STATE_HOME nor HOME is an absolute path")
    }
}

import Foundation
import Testing

@testable import DesktopEntries

/// Any bytes are read or passed over.
struct AssociationFuzzTests {
    private static let seeds = [
        "[Desktop Entry]\nType=Application\nName[de]=N\nName=N\nExec=\"/bin/p\" 'a b' %u %% \\\\ # c\nIcon=i\nTryExec=sh\n",
        "[Default Applications]\nx-scheme-handler/notes=a.desktop;b-c.desktop;\n[Added Associations]\n"
            + "x-scheme-handler/notes = d\\;e;\r\n\n# x\n[Removed Associations]\nx-scheme-handler/notes=f;\n[MIME Cache]\n"
            + "x-scheme-handler/notes=g;\n",
    ]

    private static var rounds: Int {
        1000 * (ProcessInfo.processInfo.environment["XCALLBACK_TEST_SCALE"].flatMap(Int.init) ?? 1)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `bytes that were changed here and there`(seed: UInt64) {
        var random = Random(state: seed)
        var accepted = 0
        for round in 0..<Self.rounds {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) { mutate(&bytes, &random) }
            if ApplicationEntry(bytes, file: "/f")?.command?.arguments(opening: "a:b").isEmpty == false {
                accepted += 1
            }
            _ = ApplicationEntry(readByXDGOpen: bytes, file: "/f")?.command?.arguments(opening: "a:b")
            for isCache in [true, false] {
                let list = AssociationList(bytes, file: "/f", type: "x-scheme-handler/notes", isCache: isCache)
                if list.defaults != nil || list.additions != nil { accepted += 1 }
            }
        }
        // What is never accepted would test nothing.
        #expect(accepted > Self.rounds / 10)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let telling = Array("[]=;\\\"'#%\n\r \0\u{FEFF}".utf8) + [0xff, 0xc0, 0x80]
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
        case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
        case 2 where place < bytes.count: bytes.remove(at: place)
        default: bytes.removeSubrange(place..<min(place + 7, bytes.count))
        }
    }

    /// SplitMix64: the same run every time.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }
}

import TestSupport
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

    private static let program = Association(
        identifier: "f.desktop", reason: SchemeHandler.Reason(kind: .default, file: "/l", line: 1))
    private static let rounds = Scale.count(1000, upTo: 250_000)

    @Test(arguments: [1, 2, 3, 4])
    func `bytes that were changed here and there`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<Self.rounds {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) { mutate(&bytes, &random) }
            for rules in [AssociationRules.gio, .xdgMime] {
                let handler = SchemeHandler(Self.program, file: "/f", bytes, rules: rules)
                if handler?.command?.arguments(opening: "a:b").isEmpty == false { accepted += 1 }
                let list = KeyFile(bytes, rules: rules)
                for group in ["Default Applications", "Added Associations", "Removed Associations", "MIME Cache"] {
                    let entry = list.entry(group, "x-scheme-handler/notes")
                    if let entry, !list.list(entry).isEmpty { accepted += 1 }
                }
            }
        }
        // A text that is never accepted would test nothing.
        #expect(accepted > Self.rounds / 10)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let telling = Array("[]=;\\\"'#%\n\r \0\u{FEFF}".utf8) + [0xff, 0xc0, 0x80]
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
        case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
        case 2 where place < bytes.count: bytes.remove(at: place)
        default: bytes.removeSubrange(place..<min(place + 7, bytes.count))
        }
    }
}

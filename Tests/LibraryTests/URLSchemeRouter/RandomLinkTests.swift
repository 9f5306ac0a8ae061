import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import URLSchemeRouter

/// Random values, encoded, linked, handled and decoded.
struct RandomLinkTests {
    enum Kind: String, Codable, CaseIterable { case red, darkBlue = "dark blue", nameless = "" }

    indirect enum Action: Codable, Equatable {
        case wait
        case say(String)
        case move(Int, to: Kind?)
        case maybe(at: Date?)
        case open(Place)
        case all([Action])
    }

    struct Place: Codable, Equatable {
        var name: String?
        var kind: Kind?
        var seen: Date?
        var action: Action?
    }

    struct Everything: Codable, Equatable {
        var id: Int
        var created: Date
        var tags: [String]
        var text: String
        var note: String?
        var data: Data
        var maybeData: Data?
        var action: Action
        var maybeAction: Action?
        var actions: [Action]
        var places: [Place?]
        var place: Place?
        var texts: [String: String]
        var maybeTexts: [String: String]?
        var byName: [String: Action]
        var dates: [Date]?
        var ratio: Double
        var small: Float?
        var on: Bool?
        var uuid: UUID?
        var deep: [[Int]]
        var page: Int?
    }

    @Test(arguments: [
        "/a", "/a/{id:int}/{tags**}", "/{created}/x", "/v{id}/{data?}", "/a/{id}", "/a/{id:int}/x", "/{text}/a",
        "/a/v{id}", "/a/{uuid:uuid}.txt", "/a/{page?}", "/a/{tags**}", "/a/{text:/[^-]+/}-{id}", "/{id}/{text}/{note}",
        "/a/{id}_{uuid:uuid}_{text}", "/a/:text/$(id)/{page:int?}",
    ])
    func `every input comes back from its link`(pattern: String) throws {
        let router = URLSchemeRouter(scheme: "test", onError: { Issue.record("\($0)") })
        let seen = Mutex<Everything?>(nil)
        router.route(pattern, name: "it") { (input: Everything) in seen.withLock { $0 = input } }
        var random = RandomValues(seed: UInt64(20_271_122 + pattern.utf8.count))
        var count = 0
        for _ in 0..<Scale.count(250, upTo: 25_000) {
            let input = random.everything()
            do {
                let link = try router.link(to: "it", with: input)
                seen.withLock { $0 = nil }
                #expect(router.handle(link))
                let same = seen.withLock(\.self) == input
                #expect(same, "\(link)")
                if !same { return }
                #expect(try XCallbackURL(link.absoluteString).description == link.absoluteString)
                count += 1
            } catch LinkError.refusedValue, LinkError.missingParameter {
                continue
            }
        }
        #expect(count > 15)
    }
}

/// Makes random values of every type that a link can have.
private struct RandomValues {
    typealias Action = RandomLinkTests.Action
    typealias Place = RandomLinkTests.Place

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func everything() -> RandomLinkTests.Everything {
        RandomLinkTests.Everything(
            id: Int.random(in: .min ... .max, using: &generator), created: date(), tags: few { $0.text(1...8) },
            text: text(), note: maybe { $0.text() }, data: data(), maybeData: maybe { $0.data() }, action: action(3),
            maybeAction: maybe { $0.action(2) }, actions: few { $0.action(1) },
            places: few { values in values.maybe { $0.place(1) } }, place: maybe { $0.place(2) },
            texts: names { $0.text() }, maybeTexts: maybe { values in values.names { $0.text() } },
            byName: names { $0.action(1) }.filter { !$0.key.utf8.contains { ".[]".utf8.contains($0) } },
            dates: maybe { values in values.few { $0.date() } },
            ratio: Double(bitPattern: UInt64.random(in: 0...0x7FEF_FFFF_FFFF_FFFF, using: &generator)),
            small: maybe { Float.random(in: -1e9...1e9, using: &$0.generator) },
            on: maybe { Bool.random(using: &$0.generator) }, uuid: maybe { _ in UUID() },
            deep: few { values in values.few { Int.random(in: -9...9, using: &$0.generator) } },
            page: maybe { Int.random(in: -9...9, using: &$0.generator) })
    }

    private mutating func maybe<T>(_ make: (inout Self) -> T) -> T? {
        Bool.random(using: &generator) ? make(&self) : nil
    }

    private mutating func few<T>(_ make: (inout Self) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in make(&self) }
    }

    private mutating func names<T>(_ make: (inout Self) -> T) -> [String: T] {
        var names: [String: T] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &generator) { names[text(1...6)] = make(&self) }
        return names
    }

    private mutating func text(_ length: ClosedRange<Int> = 0...12) -> String {
        String.random(using: &generator, length: length)
    }

    private mutating func data() -> Data {
        Data((0..<Int.random(in: 0...9, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// A date in the years 0 to 9999, not so near to 2001 that it is finer than nanoseconds.
    private mutating func date() -> Date {
        let seconds = Double.random(in: 1e7...6e10, using: &generator)
        let digits: Double = [1, 1e3, 1e6, 1e9].randomElement(using: &generator) ?? 1
        let rounded: Double = (seconds * digits).rounded() / digits
        return Date(timeIntervalSinceReferenceDate: Bool.random(using: &generator) ? rounded : -rounded)
    }

    private mutating func kind() -> RandomLinkTests.Kind {
        RandomLinkTests.Kind.allCases.randomElement(using: &generator) ?? .red
    }

    private mutating func place(_ depth: Int) -> Place {
        Place(
            name: maybe { $0.text() }, kind: maybe { $0.kind() }, seen: maybe { $0.date() },
            action: depth > 0 ? maybe { $0.action(depth - 1) } : nil)
    }

    private mutating func action(_ depth: Int) -> Action {
        switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &generator) {
        case 0: .wait
        case 1: .say(text())
        case 2: .move(Int.random(in: -9...9, using: &generator), to: maybe { $0.kind() })
        case 3: .maybe(at: maybe { $0.date() })
        case 4: .open(place(depth - 1))
        default: .all(few { $0.action(depth - 1) })
        }
    }
}

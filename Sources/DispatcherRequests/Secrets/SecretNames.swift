import DispatcherConfiguration
import URLSchemeRouter

/// The names of the parameters whose values are secret.
struct SecretNames: Sendable {
    /// The names that are secret in every URL, unless its route declares the name as not secret.
    private static let standard = ["auth-token", "access-token", "token", "key", "password", "x-token"]

    private var names = standard
    /// The bits of all names.
    private var bits = standardBits
    /// The names that the route declares without marking them as secret.
    private var openNames: [String] = []
    private var isEveryNameSecret = false

    private static let standardBits = bits(of: standard)

    private static func bits(of names: [String]) -> UInt64 {
        names.reduce(0) { bits, name in Array(name.utf8).withUnsafeBufferPointer { bits | bit(of: $0) } }
    }

    init() {}

    /// The names of a route: the secret inputs and the token of its definition, and its other inputs.
    init(of definition: DefinedRoute) {
        let secret = definition.secretNames
        if !secret.isEmpty { add(secret) }
        let input = definition.value.input
        let fields = input.span
        for index in fields.indices where !secret.contains(fields[index].name) {
            openNames.append(fields[index].name)
        }
    }

    /// - Parameter open: Names that a route declares without marking them as secret.
    init(open: [String]) { openNames = open }

    /// Whether the route declares secret names.
    var hasDeclared: Bool { names.count > Self.standard.count }

    /// Makes every name secret.
    mutating func hideAll() { isEveryNameSecret = true }

    /// Returns the number of bytes up to the end of the first secret name in a text of any form, in any encoding, even
    /// inside a word; nil for a text without such a name, and 0 for a text with too many encodings.
    func end(in text: ArraySlice<UInt8>) -> Int? {
        guard !isEveryNameSecret else { return 0 }
        var ends: [Int] = []
        for (depth, layer) in EncodedText(Array(text)).layers.enumerated() {
            guard depth < SecretSearch.layerLimit else { return 0 }
            for name in names {
                guard let end = Self.end(of: Array(name.utf8), in: layer.bytes) else { continue }
                ends.append(end < layer.starts.count ? layer.starts[end] : text.count)
            }
        }
        return ends.min()
    }

    private static func end(of name: [UInt8], in text: [UInt8]) -> Int? {
        guard name.count <= text.count else { return nil }
        let start = (0...(text.count - name.count)).first { start in
            name.indices.allSatisfy { isSameLetter(name[$0], text[start + $0]) }
        }
        return start.map { $0 + name.count }
    }

    mutating func add(_ more: [String]) {
        // Most routes share the standard names.
        guard !more.isEmpty else { return }
        names += more
        bits |= Self.bits(of: more)
    }

    /// Adds names that the caller declares as secret, whatever the route declares.
    mutating func add(ofCaller more: [String]) {
        add(more)
        openNames.removeAll(where: more.contains)
    }

    /// Returns whether a parameter with this name is secret. Case is ignored, because a misspelled parameter contains
    /// the secret as well. The names of array elements and members are secret, too: `pin[]`, `pin.0`.
    func contains(_ name: String) -> Bool {
        guard !isEveryNameSecret else { return true }
        let isSecret = name.utf8.withContiguousStorageIfAvailable { contains(utf8: $0) }
        return isSecret ?? Array(name.utf8).withUnsafeBufferPointer { contains(utf8: $0) }
    }

    private func contains(utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = 0
        while end < utf8.count, utf8[end] != UInt8(ascii: "."), utf8[end] != UInt8(ascii: "[") { end += 1 }
        let root = UnsafeBufferPointer(rebasing: utf8[..<end])
        // Most names have a bit that no secret name has.
        guard bits & Self.bit(of: root) != 0 else { return false }
        return names.contains { Self.isSameName($0, root) } && !openNames.contains { $0.utf8.elementsEqual(root) }
    }

    /// Returns the bit of a name, computed from its length and its ends, ignoring case.
    private static func bit(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let first = name.first, let last = name.last else { return 1 }
        return 1 << UInt64((name.count + 3 * Int(first | 0x20) + 11 * Int(last | 0x20)) & 63)
    }

    private static func isSameName(_ name: String, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.utf8.count == other.count else { return false }
        var index = 0
        for byte in name.utf8 {
            guard isSameLetter(byte, other[index]) else { return false }
            index += 1
        }
        return true
    }

    private static func isSameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || one ^ other == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(one | 0x20)
    }
}

extension DefinedRoute {
    /// The names of the route's secret inputs and of its token.
    var secretNames: [String] {
        value.input.lazy.filter(\.isSecret).map(\.name) + (value.policy.token?.names ?? [])
    }
}

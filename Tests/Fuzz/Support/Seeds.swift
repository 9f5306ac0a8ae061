import QueryCoding
import UnixSystem

/// Inputs to begin with, from the tables of the tests and the sample configuration.
enum Seeds {
    /// The URLs and lines of the hostile and of the conformance cases, without those that are long.
    static let texts: [[UInt8]] = {
        var texts = lines("Tests/DispatcherScenarios/Cases/hostile.jsonl").compactMap { line in
            (try? JSONParser.parse(line, depthLimit: 4))?["input"]?.string.map { unescaped(Array($0.utf8)) }
        }
        let cases = try? JSONParser.parse(file("Tests/LibraryTests/Cases/conformance.json"), depthLimit: 32)
        collect(cases ?? .null, into: &texts)
        return texts.filter { $0.count <= 256 }
    }()

    /// The lines of a file of the repository.
    static func lines(_ path: String) -> [[UInt8]] { file(path).split(separator: UInt8(ascii: "\n")).map { Array($0) } }

    static func file(_ path: String) -> [UInt8] { (try? FileContents.read("\(root)/\(path)")) ?? [] }

    /// The texts with a number of bytes, that are the same in every run, before each.
    static func texts(after count: Int) -> [[UInt8]] {
        texts.enumerated().map { index, text in noise(count: count, seed: UInt8(truncatingIfNeeded: index)) + text }
    }

    /// Bytes that are the same in every run.
    static func noise(count: Int, seed: UInt8) -> [UInt8] {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    private static let root: String = {
        let folders = #filePath.utf8.split(separator: UInt8(ascii: "/")).dropLast(4)
        return folders.map { "/" + String(Substring($0)) }.joined()
    }()

    /// All strings of a value that resemble URLs.
    private static func collect(_ value: QueryValue, into texts: inout [[UInt8]]) {
        switch value {
        case .string(let text): if text.utf8.contains(UInt8(ascii: ":")) { texts.append(Array(text.utf8)) }
        case .array(let values): for value in values { collect(value, into: &texts) }
        case .object(let members): for member in members { collect(member.value, into: &texts) }
        case .null, .bool, .number: break
        }
    }

    /// The bytes that `\n`, `\r` and `\xHH` in a hostile case stand for.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                output.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "x"):
                output.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: output += [byte, kind]
            }
        }
        return output
    }
}

import QueryCoding
import RequestRecord

/// Decoding agrees with ``ReferenceDecoder``, fault by fault, and undoes encoding.
struct PercentTarget: FuzzTarget {
    static let name = "percent"
    static let maximumLength = 96
    static func seeds() -> [[UInt8]] { Seeds.texts }

    func check(_ bytes: [UInt8]) throws {
        for plusAsSpace in [false, true] {
            let expected = ReferenceDecoder.decode(bytes, plusAsSpace: plusAsSpace)
            let found: Result<[UInt8], PercentCoding.Fault> = Result { () throws(PercentCoding.Fault) in
                Array(try PercentCoding.decode(bytes[...], plusAsSpace: plusAsSpace).utf8)
            }
            try require(found == expected, "\(found), not \(expected)")
        }
        let check: PercentCoding.Fault? = {
            do throws(PercentCoding.Fault) {
                _ = try PercentCoding.decode(bytes[...])
                return nil
            } catch {
                return error
            }
        }()
        let isFaulty = if case .failure = ReferenceDecoder.decode(bytes, plusAsSpace: false) { true } else { false }
        try require((check != nil) == isFaulty, "the check says \(String(describing: check))")
        if let check {
            try require(check.description.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "a control in the message")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let encoded = Array(PercentCoding.encode(text).utf8)
        try require(encoded == ReferenceDecoder.encode(bytes), "it is encoded as \(encoded)")
        if let decoded = try? PercentCoding.decode(encoded[...]) {
            try require(Array(decoded.utf8) == bytes, "encoding is not undone")
        } else {
            // Only a control that may not be in a URL cannot come back.
            try require(
                text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "it does not decode")
        }
    }
}

import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// The parser agrees with ``ReferenceURL`` about every part of a URL, and about the first error.
@Suite(.timeLimit(.minutes(5 + Scale.factor)))
struct ReferenceURLTests {
    private static let count = Scale.count(4000, upTo: 1_000_000)

    @Test func `parses random bytes as the reference does`() {
        var generator = SeededGenerator(seed: 21)
        var parsed = 0
        var read = 0
        for _ in 0..<Self.count {
            let bytes = RandomURL.bytes(using: &generator)
            let plusAsSpace = Bool.random(using: &generator)
            let limit = Int.random(in: 0...12, using: &generator)
            let expected = Result { () throws(XCallbackURLError) in
                try ReferenceURL(bytes, plusAsSpace: plusAsSpace, limit: limit)
            }
            let raw = Result { () throws(XCallbackURLError) in try RawURL(bytes) }
            let found = raw.flatMap { raw in
                Result { () throws(XCallbackURLError) in
                    try XCallbackURL(raw, Callbacks(raw), plusAsSpace: plusAsSpace, parameterLimit: limit)
                }
            }
            switch (found, expected) {
            case (.failure(let found), .failure(let expected)):
                #expect(found == expected && found.description == expected.description, "\(bytes)")
            case (.success(let found), .success(let expected)):
                #expect(expected.differences(from: found) == [], "\(String(decoding: bytes, as: UTF8.self))")
                parsed += 1
            default: Issue.record("\(found), not \(expected): \(bytes)")
            }
            if case .success(let raw) = raw { read += Self.expectCallbacks(Callbacks(raw), of: bytes) }
        }
        // The test is useful only if many of the random URLs parse, and many have callbacks.
        #expect(parsed > Self.count / 20 && read > Self.count / 50)
    }

    @Test func `parses opaque URLs as the reference does`() {
        var generator = SeededGenerator(seed: 22)
        var parsed = 0
        for _ in 0..<Self.count {
            let bytes = RandomURL.bytes(using: &generator)
            let expected = Result { () throws(XCallbackURLError) in try ReferenceURL.segment(ofOpaque: bytes) }
            let found = Result { () throws(XCallbackURLError) in try XCallbackURL(opaque: RawURL(bytes)) }
            switch (found, expected) {
            case (.failure(let found), .failure(let expected)): #expect(found == expected, "\(bytes)")
            case (.success(let found), .success(let expected)):
                #expect(found.path == (expected.map { [$0] } ?? []), "\(String(decoding: bytes, as: UTF8.self))")
                #expect(found.authority == .none && found.parameters == [] && found.callbacks.isEmpty)
                #expect(found.fragment == nil && found.source == nil && !found.endsInSlash)
                parsed += 1
            default: Issue.record("\(found), not \(expected): \(bytes)")
            }
        }
        #expect(parsed > Self.count / 20)
    }

    /// Returns the number of callbacks that can be opened.
    private static func expectCallbacks(_ callbacks: Callbacks, of bytes: [UInt8]) -> Int {
        var opened = 0
        for kind in CallbackKind.allCases {
            let values = ReferenceURL.values(of: kind, in: bytes)
            let fault = callbacks.faults.first { $0.kind == kind }
            guard values.count <= 1 else {
                #expect(callbacks[kind] == nil && fault?.error == .duplicateCallback(kind), "\(bytes)")
                continue
            }
            switch values.first ?? nil {
            case nil, .success(""): #expect(callbacks[kind] == nil && fault == nil, "\(bytes)")
            case .failure(let error):
                #expect(callbacks[kind] == nil && fault?.error == error && fault?.isReadable == false, "\(bytes)")
            case .success(let text):
                let error: XCallbackURLError? = {
                    do throws(XCallbackURLError) {
                        try ReferenceURL.checkCallback(text)
                        return nil
                    } catch {
                        return error
                    }
                }()
                #expect(fault?.error == error && fault.map { $0.text == text && $0.isReadable } ?? true, "\(text)")
                #expect((callbacks[kind] == nil) == (error != nil), "\(text)")
                guard let callback = callbacks[kind] else { continue }
                opened += 1
                let scheme = text.prefix { $0 != ":" }.lowercased()
                #expect(callback.scheme.text == scheme)
                #expect(
                    callback.text.hasSameBytes(as: scheme + String(Substring(text.utf8.dropFirst(scheme.utf8.count)))))
            }
        }
        return opened
    }
}

extension ReferenceURL {
    /// The names of the parts that differ.
    fileprivate func differences(from url: XCallbackURL) -> [String] {
        let texts = { (text: String?) in [QueryParameter("", text)] }
        let same = [
            "scheme": scheme.hasSameBytes(as: url.scheme.text), "authority": authority == url.authority,
            "path": path.map { QueryParameter($0, nil) } == url.path.map { QueryParameter($0, nil) },
            "endsInSlash": endsInSlash == url.endsInSlash, "parameters": parameters == url.parameters.elements,
            "reserved": reserved == url.reserved.elements, "source": texts(source) == texts(url.source),
            "fragment": texts(fragment) == texts(url.fragment),
        ]
        return same.filter { !$0.value }.map(\.key)
    }
}

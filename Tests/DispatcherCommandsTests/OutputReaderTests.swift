import Glibc
import TestSupport
import Testing

@testable import DispatcherCommands

/// The line of a command's standard error that is reported.
struct OutputReaderTests {
    private static let long = String(repeating: "secret", count: 10_000)

    @Test(arguments: [
        ("one\ntwo\n\n", "two"),
        ("", ""),
        ("short\n\(long)\nlast", "last"),
        // Its beginning is gone: the rest could be the end of a secret.
        ("short\n\(long)", ""),
        ("short\n\(long)\n\n", ""),
    ])
    func `the last line is whole or none`(text: String, expected: String) throws {
        let reader = try OutputReader(limit: 0)
        let bytes = Array(text.utf8)
        #expect(write(reader.errors.writingNumber, bytes, bytes.count) == bytes.count)
        reader.read()
        #expect(reader.lastErrorLine == expected)
    }
}

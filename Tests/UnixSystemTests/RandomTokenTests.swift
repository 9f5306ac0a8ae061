import Testing
import UnixSystem

struct RandomTokenTests {
    @Test func `is 32 hexadecimal digits, each time others`() {
        let tokens = (0..<100).map { _ in RandomToken.make() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}

struct DescriptorLimitTests {
    @Test func `is the number of the shell's ulimit`() throws {
        let end = try CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", "ulimit -n"], environment: [:], seconds: 30)
        let limit = try #require(end?.output.dropLast())
        #expect(limit == "unlimited" || Int(limit) == DescriptorLimit.current)
    }
}

extension Sequence<UInt8> {
    /// Compares a secret with what a caller sent, in a time that depends only on their lengths, so that timing reveals no
    /// prefix. An empty secret equals nothing.
    package func isSecret(_ secret: some Collection<UInt8>) -> Bool {
        let given = Array(self)
        guard !secret.isEmpty, given.count == secret.count else { return false }
        return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

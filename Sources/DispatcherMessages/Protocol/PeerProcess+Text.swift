package import RequestRecord

extension PeerProcess: CustomStringConvertible {
    /// `pid 12 (python3)`
    package var description: String {
        guard let name = program?.split(separator: "/").last else { return "pid \(pid)" }
        return "pid \(pid) (\(Printable.shown(String(name), limit: 64)))"
    }
}

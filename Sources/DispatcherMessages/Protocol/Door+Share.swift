extension Door {
    /// Returns how much of a limit a socket may use. The desktop socket may use half of it, and at least one, so that
    /// whatever happens there leaves room for the control socket.
    package func share(of limit: Int) -> Int { self == .desktop ? min(max(limit / 2, 1), limit) : limit }
}

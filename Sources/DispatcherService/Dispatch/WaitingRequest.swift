/// An accepted request that has to wait, and how far it came without. A task goes on from there.
struct WaitingRequest: Sendable {
    let admission: Admission
    let state: State

    enum State: Sendable {
        case step(RequestStep)
        /// It has its outcome, which has to be written down before it is reported.
        case concluded(Conclusion)
    }

    /// Nil for a request at its beginning.
    init(_ admission: Admission, _ state: State? = nil) {
        self.admission = admission
        self.state = state ?? .step(.read(admission.context))
    }
}

extension JournalError {
    /// The error for a failure to open or to use the file at this path.
    init(_ path: String, _ error: SQLiteError) {
        self =
            switch error.verdict {
            case .damaged: .damaged(path, error.message)
            case .failed: .inputOutput(path, error.message, code: error.extendedCode)
            case .full: .full(path)
            case .inUse: .inUse(path)
            case .refused: .refused(path, error.message, code: error.extendedCode)
            }
    }
}

extension Sequence {
    /// Returns the first result that is not nil. It calls the closure once for each element.
    /// `lazy.compactMap(_:).first` calls it twice, and traps if the second result differs, which can happen for files.
    func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}

extension Sequence {
    /// The first result that there is. Asks once for each element, where `lazy.compactMap(_:).first` asks twice and
    /// traps if the second answer differs, as that of a file may.
    func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}

/// `-H HOST` before the command, which systemctl(1) accepts too.
enum LeadingHost {
    /// Returns the arguments with the option after the command, where it is declared.
    static func moved(_ arguments: [String]) -> [String] {
        let count: Int
        switch arguments.first {
        case "-H", "--host": count = 2
        case .some(let first) where first.hasPrefix("--host="): count = 1
        default: return arguments
        }
        guard arguments.count > count, !arguments[count].hasPrefix("-") else { return arguments }
        return [arguments[count]] + arguments[..<count] + arguments[(count + 1)...]
    }
}

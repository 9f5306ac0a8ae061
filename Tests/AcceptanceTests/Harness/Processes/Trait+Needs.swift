import Testing

extension Trait where Self == ConditionTrait {
    /// Skips the tests unless the machine has what they need.
    /// - Parameter absence: The reason why the tests cannot run; nil if they can.
    static func needs(_ absence: String?) -> Self {
        .enabled(if: absence == nil, "\(absence ?? ""): NOT TESTED")
    }

    /// Skips the tests unless the machine has these programs.
    static func needs(programs: String...) -> Self { .needs(lack(of: programs)) }
}

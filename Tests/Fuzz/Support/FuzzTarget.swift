/// A property that holds for every input.
protocol FuzzTarget: Sendable {
    /// The name by which `.ci/fuzz` runs it.
    static var name: String { get }
    /// The longest input that is tried, in bytes.
    static var maximumLength: Int { get }
    /// The inputs that the fuzzer begins with.
    static func seeds() -> [[UInt8]]

    init()
    /// Throws a ``Violation`` if the property does not hold for the input.
    func check(_ bytes: [UInt8]) throws
}

/// All targets, in the order in which they run.
enum FuzzTargets {
    static let all: [any FuzzTarget.Type] = [
        URLTarget.self, PercentTarget.self, FramingTarget.self, JSONTarget.self, YAMLTarget.self, RecoveryTarget.self,
        GateTarget.self, ArgumentTarget.self, CodeTarget.self, ChainTarget.self,
    ]
}

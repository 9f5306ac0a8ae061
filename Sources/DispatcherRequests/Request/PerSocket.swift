import DispatcherMessages
package import RequestRecord

/// A value for each socket.
package struct PerSocket<Value: ~Copyable>: ~Copyable {
    private var desktop: Value
    private var control: Value
    private var agent: Value

    package init(desktop: consuming Value, control: consuming Value, agent: consuming Value) {
        self.desktop = desktop
        self.control = control
        self.agent = agent
    }

    package subscript(door: Door) -> Value {
        _read {
            switch door {
            case .desktop: yield desktop
            case .control: yield control
            case .agent: yield agent
            }
        }
        // The value is modified in place: a getter and a setter would copy its contents.
        _modify {
            switch door {
            case .desktop: yield &desktop
            case .control: yield &control
            case .agent: yield &agent
            }
        }
    }
}

extension PerSocket: Copyable where Value: Copyable {
    package init(repeating value: Value) { self.init(desktop: value, control: value, agent: value) }
}

extension PerSocket: Sendable where Value: Sendable & ~Copyable {}

extension PerSocket: Equatable where Value: Equatable {}

extension PerSocket: Hashable where Value: Hashable {}

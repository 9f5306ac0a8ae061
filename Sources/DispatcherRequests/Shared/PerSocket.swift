package import DispatcherMessages

/// A value for each socket.
package struct PerSocket<Value> {
    private var desktop: Value
    private var control: Value

    package init(repeating value: Value) {
        desktop = value
        control = value
    }

    package subscript(door: Door) -> Value {
        _read {
            switch door {
            case .desktop: yield desktop
            case .control: yield control
            }
        }
        // In place: a getter and a setter would copy what the value holds.
        _modify {
            switch door {
            case .desktop: yield &desktop
            case .control: yield &control
            }
        }
    }
}

extension PerSocket: Sendable where Value: Sendable {}

extension PerSocket: Equatable where Value: Equatable {}

extension PerSocket: Hashable where Value: Hashable {}

import DispatcherMessages

/// A value for each socket.
struct ByDoor<Value> {
    private var desktop: Value
    private var control: Value

    init(repeating value: Value) {
        desktop = value
        control = value
    }

    subscript(door: Door) -> Value {
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

extension ByDoor: Sendable where Value: Sendable {}

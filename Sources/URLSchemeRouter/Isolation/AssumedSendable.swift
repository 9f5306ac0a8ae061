/// A value that may cross isolation although its type is not `Sendable`. Four kinds of value do, for these reasons:
///
/// 1. A handler or a step. It was `@Sendable` or bound to an actor when the caller passed it, which the compiler checked.
///    Only the actor was taken off its type; the router calls it where ``Isolation`` admits its actor.
/// 2. Functions that decode and encode. They hold only types and conformances. An isolated conformance is used on its
///    actor alone.
/// 3. An input or an output. It has one user at a time: the decoder, then the handler, then the encoder.
/// 4. `openURL`, whose property cannot require `@Sendable`; its documentation says so.
struct AssumedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Functions without their isolation, to be called where that is. An `@isolated(any)` function keeps its actor beside its
/// captures, so the calling convention is the same. The compiler knows no conversion for code that has compared the actors.
extension AssumedSendable {
    static func plain<I, O>(_ function: @escaping @isolated(any) (I) throws -> O) -> Self
    where Value == (I) throws -> O { Self(unsafeBitCast(function, to: Value.self)) }

    static func plain<I, O>(_ function: @escaping @isolated(any) (I) async throws -> O) -> Self
    where Value == (I) async throws -> O { Self(unsafeBitCast(function, to: Value.self)) }

    static func plain<O>(_ function: @escaping @isolated(any) () throws -> O) -> Self
    where Value == () throws -> O { Self(unsafeBitCast(function, to: Value.self)) }

    static func plain<I>(_ function: @escaping @isolated(any) (I) -> Void) -> Self
    where Value == (I) -> Void { Self(unsafeBitCast(function, to: Value.self)) }

    static func plain<I, J>(_ function: @escaping @isolated(any) (I, J) -> Void) -> Self
    where Value == ((I, J)) -> Void {
        let plain = unsafeBitCast(function, to: ((I, J) -> Void).self)
        return Self { (pair: (I, J)) in plain(pair.0, pair.1) }
    }

    static func ignoringInput<O>(_ function: @escaping @isolated(any) () throws -> O) -> Self
    where Value == (()) throws -> O {
        let plain = unsafeBitCast(function, to: (() throws -> O).self)
        return Self { (_: Void) in try plain() }
    }

    static func ignoringInput<O>(_ function: @escaping @isolated(any) () async throws -> O) -> Self
    where Value == (()) async throws -> O {
        let plain = unsafeBitCast(function, to: (() async throws -> O).self)
        return Self { (_: Void) in try await plain() }
    }
}

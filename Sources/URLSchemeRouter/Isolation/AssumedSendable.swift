/// A value that may cross isolation although its type is not `Sendable`. Four kinds of values cross it, for these
/// reasons:
///
/// 1. A handler or a step was `@Sendable` or bound to an actor when the caller passed it, which the compiler checked.
///    Only the actor was removed from its type; the router calls the function where ``Isolation`` admits its actor.
/// 2. Functions that decode and encode hold only types and conformances. An isolated conformance is used only on its
///    actor.
/// 3. An input or an output has one user at a time: the decoder, then the handler, then the encoder.
/// 4. The property `openURL` cannot require `@Sendable`, as its documentation states.
struct AssumedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    // Functions without their isolation. The caller must call them on their actor. An `@isolated(any)` function keeps its
    // actor next to its captures, so the calling convention is the same. The language has no conversion for code that has
    // compared the actors.

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

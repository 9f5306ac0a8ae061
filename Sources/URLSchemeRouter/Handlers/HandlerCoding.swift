import QueryCoding

/// How the input of a closure is decoded and its output encoded.
struct HandlerCoding<Input, Output> {
    let decode: (QueryParameters, RouteCoding) throws -> Input
    let encode: (Output, RouteCoding) throws -> QueryValue
    let signature: RouteSignature
    /// The actor that the conformances of the types are isolated to; nil if they are not.
    let actor: (any Actor)?
}

extension HandlerCoding where Input: Decodable, Output: Encodable {
    init(_ signature: RouteSignature, on actor: (any Actor)? = nil) {
        self.init(
            decode: { try $1.input(from: $0) }, encode: { try $1.encoder.value(of: $0) },
            signature: signature, actor: actor)
    }
}

extension HandlerCoding where Input: Decodable, Output == Void {
    init(_ signature: RouteSignature, on actor: (any Actor)? = nil) {
        self.init(
            decode: { try $1.input(from: $0) }, encode: { _, _ in .object([]) },
            signature: signature, actor: actor)
    }
}

extension HandlerCoding where Input == Void, Output: Encodable {
    init(_ signature: RouteSignature, on actor: (any Actor)? = nil) {
        self.init(
            decode: { _, _ in }, encode: { try $1.encoder.value(of: $0) }, signature: signature, actor: actor)
    }
}

extension HandlerCoding where Input == Void, Output == Void {
    init() {
        self.init(decode: { _, _ in }, encode: { _, _ in .object([]) }, signature: RouteSignature(), actor: nil)
    }
}

extension RouteHandler {
    /// Makes the handler of a synchronous closure that is isolated to an actor. Decoding, closure and encoding run on
    /// that actor, unless the types belong to another actor.
    init<I, O>(_ closure: AssumedSendable<(I) throws -> O>, on actor: (any Actor)?, _ coding: HandlerCoding<I, O>) {
        if actor == nil || coding.actor == nil || actor === coding.actor {
            let (call, decode, encode) = (closure.value, coding.decode, coding.encode)
            self.init(
                .sync(on: actor ?? coding.actor, AssumedSendable { try encode(call(decode($0, $1)), $1) }),
                coding.signature)
        } else {
            self.init(async: coding) { input in
                try await Isolation.call(AssumedSendable { try closure.value(input.value) }, on: actor)
            }
        }
    }

    /// Makes the handler of an asynchronous closure that is isolated to an actor. Input and output are decoded and
    /// encoded on that actor, unless the types belong to another actor.
    init<I, O>(
        async closure: AssumedSendable<(I) async throws -> O>, on actor: (any Actor)?, _ coding: HandlerCoding<I, O>
    ) {
        let coding = HandlerCoding(
            decode: coding.decode, encode: coding.encode, signature: coding.signature, actor: coding.actor ?? actor)
        self.init(async: coding) { AssumedSendable(try await closure.value($0.value)) }
    }

    private init<I, O>(
        async coding: HandlerCoding<I, O>,
        _ call: @escaping @Sendable (AssumedSendable<I>) async throws -> AssumedSendable<O>
    ) {
        let (actor, coders) = (coding.actor, AssumedSendable(coding))
        self.init(
            .async { parameters, strategies in
                let decode = AssumedSendable { try coders.value.decode(parameters, strategies) }
                let output = try await call(Isolation.call(decode, on: actor))
                let encode = AssumedSendable { try coders.value.encode(output.value, strategies) }
                return try await Isolation.call(encode, on: actor).value
            }, coding.signature)
    }
}

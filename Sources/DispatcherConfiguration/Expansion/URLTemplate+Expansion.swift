package import QueryCoding
package import XCallbackURL

extension URLTemplate {
    /// Returns the URL for an input, with percent-encoded values. A query pair or a fragment with an absent value is
    /// omitted. Elsewhere an absent value is an empty text.
    package func url(
        input: QueryValue, request: (Template.RequestValue) -> String?
    ) throws(OutcomeError) -> String {
        var expansion = URLExpansion()
        for piece in template.pieces {
            switch piece {
            case .text(let text): expansion.add(text)
            case .parameter(let name): expansion.add(value: input[name]?.text)
            case .request(let value): expansion.add(value: request(value))
            }
        }
        let url = expansion.finish()
        guard URLExpansion.hasAuthority(url) == startsWithAuthority else {
            throw OutcomeError(.input, "an empty value would change what the URL means")
        }
        return String(decoding: url, as: UTF8.self)
    }
}

import QueryCoding
package import XCallbackURL

extension Outcome {
    /// Reads another app's answer: the output of a success, or the error in the spellings that apps use.
    ///
    /// No name is reserved in an answer: Things answers `x-things-id`.
    /// - Parameter url: The URL that the app opened, which was parsed before.
    package init(answer kind: CallbackKind, _ url: [UInt8], plusAsSpace: Bool) {
        // The URL has been decoded once already.
        let raw = try? RawURL(AppAnswer(url)?.repaired ?? url)
        let parameters = (try? raw?.decodedParameters(plusAsSpace: plusAsSpace, limit: .max)) ?? []
        switch kind {
        case .success: self = .success(parameters.grouped(bare: true))
        case .cancel: self = .cancel
        case .error: self = .error(OutcomeError(answer: parameters))
        }
    }
}

extension OutcomeError {
    /// A code that is not a number, and an error domain, become part of the detail.
    fileprivate init(answer parameters: QueryParameters) {
        func value(_ names: String...) -> String? {
            for name in names {
                if case .value(let text) = parameters[name], !text.isEmpty { return text }
            }
            return nil
        }
        let given = value("errorCode", "error-Code")
        let code = given.flatMap { Int($0) }
        let beside = [value("errorDomain", "error-Domain"), code == nil ? given : nil].compactMap { $0 }
        self.init(
            code: code ?? StandardCode.failed.rawValue,
            message: value("errorMessage", "error-Message") ?? "the app reported an error without a message",
            detail: beside.isEmpty ? nil : beside.joined(separator: " "))
    }
}

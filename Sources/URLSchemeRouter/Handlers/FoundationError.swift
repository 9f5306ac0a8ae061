#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an error says in the way of Foundation's `NSError` and `CustomNSError`.
///
/// Not on Apple's systems, these protocols are in a part of Foundation that the library does not import, and a program
/// may do without it. There the standard library tells the domain and the code, which such an error chooses, and the
/// fields of an `NSError`.
enum FoundationError {
    /// Returns the code that the error chooses for itself; nil if it chooses none.
    static func code(of error: any Error) -> Int? {
        #if canImport(FoundationEssentials)
            switch error {
            case let error as POSIXError:
                return ((error.code as any RawRepresentable).rawValue as? Int32).map { Int($0) }
            case let error as CocoaError: return error.code.rawValue
            // The standard library gives these a code of Foundation's, which says nothing to a caller.
            case is DecodingError, is EncodingError: return nil
            default: return choosesCode(error) ? error._code : nil
            }
        #else
            if let error = error as? any CustomNSError { return error.errorCode }
            return type(of: error) is NSError.Type ? (error as NSError).code : nil
        #endif
    }

    /// Returns the description that the error was made with, in the user's language; nil if it has none.
    static func text(of error: any Error) -> String? {
        #if canImport(FoundationEssentials)
            let fields = (error as? CocoaError)?.userInfo ?? userInfo(Mirror(reflecting: error))
            return fields?["NSLocalizedDescription"] as? String
        #else
            return (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String
        #endif
    }

    #if canImport(FoundationEssentials)
        /// Whether the domain or the code is not what the standard library makes of the type and the case.
        private static func choosesCode<Failure: Error>(_ error: Failure) -> Bool {
            if error._domain != String(reflecting: Failure.self) { return true }
            return !(error is any RawRepresentable) && error._code != _getDefaultErrorCode(error)
        }

        /// Returns the dictionary of an `NSError`, of a subclass, or of an error that wraps one, as `URLError` does.
        private static func userInfo(_ mirror: Mirror) -> [String: Any]? {
            if let wrapped = mirror.descendant("_nsError") { return userInfo(Mirror(reflecting: wrapped)) }
            let own = mirror.descendant("_userInfo") as? [String: Any]
            return own ?? mirror.superclassMirror.flatMap { userInfo($0) }
        }
    #endif
}

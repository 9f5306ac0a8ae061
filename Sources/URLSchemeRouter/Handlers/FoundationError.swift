#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads what an error provides through Foundation's `NSError` and `CustomNSError`.
///
/// Outside Apple's systems, these protocols are in a part of Foundation that the library does not import and that a
/// program may not link. There the library uses the standard library, which gives the domain and the code of such an
/// error and the fields of an `NSError`.
enum FoundationError {
    /// Returns the code that the error defines; nil if the error defines no code.
    static func code(of error: any Error) -> Int? {
        #if canImport(FoundationEssentials)
            switch error {
            case let error as POSIXError:
                return ((error.code as any RawRepresentable).rawValue as? Int32).map { Int($0) }
            case let error as CocoaError: return error.code.rawValue
            // The standard library gives these errors Foundation's codes, which mean nothing to a caller.
            case is DecodingError, is EncodingError: return nil
            default: return choosesCode(error) ? error._code : nil
            }
        #else
            if let error = error as? any CustomNSError { return error.errorCode }
            return type(of: error) is NSError.Type ? (error as NSError).code : nil
        #endif
    }

    /// Returns the description that the error was made with, in the user's language; nil without a description.
    static func text(of error: any Error) -> String? {
        #if canImport(FoundationEssentials)
            let fields = (error as? CocoaError)?.userInfo ?? userInfo(Mirror(reflecting: error))
            return fields?["NSLocalizedDescription"] as? String
        #else
            return (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String
        #endif
    }

    #if canImport(FoundationEssentials)
        /// True if the domain or the code differs from the default that the standard library derives from the type and
        /// the case.
        private static func choosesCode<Failure: Error>(_ error: Failure) -> Bool {
            if error._domain != String(reflecting: Failure.self) { return true }
            return !(error is any RawRepresentable) && error._code != _getDefaultErrorCode(error)
        }

        /// Returns the dictionary of an `NSError`, of a subclass, or of an error that wraps an `NSError`, as `URLError`
        /// does.
        private static func userInfo(_ mirror: Mirror) -> [String: Any]? {
            if let wrapped = mirror.descendant("_nsError") { return userInfo(Mirror(reflecting: wrapped)) }
            let own = mirror.descendant("_userInfo") as? [String: Any]
            return own ?? mirror.superclassMirror.flatMap { userInfo($0) }
        }
    #endif
}

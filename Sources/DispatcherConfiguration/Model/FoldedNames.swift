/// Names of parameters that compare without regard to case, `-` and `_`: `access_token`, `Access-Token` and `accessToken`
/// are one name.
package struct FoldedNames: Sendable {
    private var names: Set<[UInt8]> = []

    package init(_ names: [String] = []) { for name in names { insert(name) } }

    package mutating func insert(_ name: String) { names.insert(Self.folded(name.utf8)) }

    package func contains(_ name: String) -> Bool { names.contains(Self.folded(name.utf8)) }

    /// Whether one of the names is the name or a part of it: `token`, `token.0`, `user.token`, `user[token]`.
    package func contains(partOf name: String) -> Bool {
        name.utf8.split { ".[]".utf8.contains($0) }.contains { names.contains(Self.folded($0)) }
    }

    private static func folded(_ name: some Sequence<UInt8>) -> [UInt8] {
        name.filter { !isSeparator($0) }.map(lowered)
    }

    /// Returns the first place of a name in a text, even inside a word, and of several names there the longest; nil for a text
    /// without a name.
    package func firstRange(in text: [UInt8]) -> Range<Int>? {
        for start in text.indices {
            var last: Int?
            for name in names {
                guard let end = Self.end(of: name, in: text.span, from: start), end > start else { continue }
                last = max(last ?? end, end)
            }
            if let last { return start..<last }
        }
        return nil
    }

    /// Returns the end of a folded name that begins at an index of a text; nil if another text is there.
    private static func end(of folded: [UInt8], in text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        for byte in folded {
            while index < text.count, isSeparator(text[index]) { index += 1 }
            guard index < text.count, lowered(text[index]) == byte else { return nil }
            index += 1
        }
        return index
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The parameters whose values are secret in every URL, unless a route says otherwise.
    package static let secrets = FoldedNames(secretNames)

    /// The names of ``secrets``: of OAuth and OpenID Connect, SAML and WS-Federation, cookies and sessions, tokens, passwords,
    /// keys and signatures, and one-time codes. The manual's page SecretsAndFiles has a source for each.
    package static let secretNames = """
        access_token refresh_token client_secret assertion client_assertion code_verifier device_code
        subject_token actor_token registration_access_token authorization_code id_token id_token_hint
        logout_token oauth_token oauth_token_secret oauth_verifier oauth_signature credential
        SAMLRequest SAMLResponse SAMLart wresult
        cookie set_cookie session_id session_key session_token sid PHPSESSID JSESSIONID csrf_token
        csrfmiddlewaretoken xsrf_token authenticity_token
        token auth_token x_token api_token bearer_token jwt private_token job_token personal_access_token
        login_token reset_token reset_password_token confirmation_token invitation_token token_hash
        x_amz_security_token
        password passwd pass pwd passphrase passcode secret new_password old_password current_password
        password_confirmation credentials auth authorization
        key api_key x_api_key access_key secret_key private_key auth_key encryption_key subscription_key
        license_key licence_key api_secret app_secret consumer_secret secret_access_key sig signature hmac
        x_amz_signature x_goog_signature
        otp totp one_time_code one_time_password verification_code auth_code mfa_code recovery_code
        backup_code oob_code
        """.split { $0.isWhitespace }.map(String.init)
}

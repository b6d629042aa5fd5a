import Documents
import Tokens
import VirtualTime

#if KINESCOPE_PLANTED_BUGS
import Foundation
#endif

/// What the targets call in place of a parser: the parser itself, and in a self-test what a planted bug makes of it.
enum Seams {
    #if KINESCOPE_PLANTED_BUGS
    /// The bug of this process.
    static let planted = environment["KINESCOPE_PLANTED_BUG"].flatMap(PlantedBug.init)
    private static let environment = ProcessInfo.processInfo.environment  // tidy: in no build but a self-test's

    static func isPlanted(_ bug: PlantedBug) -> Bool { planted == bug }
    #else
    @inline(__always)
    static func isPlanted(_ bug: PlantedBug) -> Bool { false }
    #endif

    // MARK: SAML

    static func samlResponse(_ input: [UInt8]) -> Result<SAMLResponse, SAMLError> {
        var options = SAMLResponse.Options()
        if isPlanted(.attributeLimitIsMissed) { options.limits.attributesPerElement = .max }
        do throws(SAMLError) {
            return .success(try SAMLResponse(parsing: input, options: options))
        } catch {
            #if KINESCOPE_PLANTED_BUGS
            return PlantedSAML.reading(input, refusedFor: error)
            #else
            return .failure(error)
            #endif
        }
    }

    /// The bytes that would be sent on of a response that was read from `input`.
    static func forwarded(_ response: SAMLResponse, _ input: [UInt8]) -> [UInt8] {
        // A reader that missed what these two plant would send on what it was given: another property has to find it.
        isPlanted(.duplicateIDIsTrusted) || isPlanted(.assertionInExtensions) ? input : response.bytes
    }

    /// The text of a subject's name.
    static func text(of name: SAMLNameID, in response: SAMLResponse) -> String {
        #if KINESCOPE_PLANTED_BUGS
        if isPlanted(.commentCutsName) { return PlantedSAML.textBeforeComment(of: name, in: response) }
        #endif
        return name.value
    }

    // MARK: Tokens

    static func tokenDate(_ text: String) -> Result<TokenDate, TokenDateError> {
        #if KINESCOPE_PLANTED_BUGS
        if isPlanted(.dateOfTenDigits) { PlantedDates.trapOnTenDigits(text) }
        #endif
        do throws(TokenDateError) {
            return .success(try TokenDate(parsing: text))
        } catch {
            return .failure(error)
        }
    }

    /// The instant that a date is.
    static func instant(of date: TokenDate) -> Instant {
        #if KINESCOPE_PLANTED_BUGS
        if isPlanted(.dateIsOneDayOff) { return PlantedDates.oneDayOff(date) }
        #endif
        return date.instant
    }

    static func authenticationToken(_ text: String) -> Result<AuthenticationToken, TokenError> {
        #if KINESCOPE_PLANTED_BUGS
        if isPlanted(.unclosedSignature) { PlantedTokens.indexPastUnclosedSignature(text) }
        #endif
        do throws(TokenError) {
            return .success(try AuthenticationToken(parsing: text))
        } catch {
            return .failure(error)
        }
    }

    static func authorizationToken(_ text: String) -> Result<AuthorizationToken, TokenError> {
        do throws(TokenError) {
            return .success(try AuthorizationToken(parsing: text))
        } catch {
            return .failure(error)
        }
    }

    static func mediaToken(_ text: String) -> Result<MediaToken, TokenError> {
        do throws(TokenError) {
            return .success(try MediaToken(parsing: text))
        } catch {
            return .failure(error)
        }
    }

    static func unescapedOnce(_ text: String) -> String {
        #if KINESCOPE_PLANTED_BUGS
        if isPlanted(.quadraticUnescape) { return PlantedTokens.unescapedQuadratically(text) }
        #endif
        return TokenText.unescapedOnce(text)
    }

    /// Whether a reader of the token would say that somebody vouches for it.
    static func claimsToBeSigned(_ token: JSONWebToken) -> Bool {
        if isPlanted(.unsecuredTokenIsSigned) { return token.algorithm != nil }
        let unsecured = ["algorithm-none", "no-algorithm", "no-signature", "unknown-algorithm"]
        return !token.remarks.contains { unsecured.contains($0.name) }
    }
}

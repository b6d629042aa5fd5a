/// The lifetimes of things; nil where the next more general level decides.
public struct Lifetimes: Hashable, Sendable {
    /// AuthN tokens.
    public var authentication: Duration?
    /// AuthZ tokens.
    public var authorization: Duration?
    /// Short media tokens.
    public var media: Duration?
    public var registrationCode: Duration?
    public var accessToken: Duration?
    public var tempPass: Duration?
    /// The MVPD's own session behind Apple's account.
    public var platformSession: Duration?

    /// Nothing is said at this level.
    public init() {}

    /// The figures of tokens.md §8 and rest-api-v1.md §8; where documents differ, the first named there.
    public static let `default`: Lifetimes = {
        var lifetimes = Lifetimes()
        lifetimes.authentication = .seconds(30 * 86_400)
        lifetimes.authorization = .seconds(86_400)
        lifetimes.media = .seconds(300)
        lifetimes.registrationCode = .seconds(1_800)
        lifetimes.accessToken = .seconds(21_600)
        lifetimes.tempPass = .seconds(1_200)
        lifetimes.platformSession = .seconds(30 * 86_400)
        return lifetimes
    }()
}

extension Lifetimes {
    /// Takes over what `other` says.
    public mutating func take(_ other: Lifetimes) {
        authentication = other.authentication ?? authentication
        authorization = other.authorization ?? authorization
        media = other.media ?? media
        registrationCode = other.registrationCode ?? registrationCode
        accessToken = other.accessToken ?? accessToken
        tempPass = other.tempPass ?? tempPass
        platformSession = other.platformSession ?? platformSession
    }
}

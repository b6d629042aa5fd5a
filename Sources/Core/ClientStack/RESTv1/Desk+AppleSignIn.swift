import PassAPI

extension Desk: AppleSignInDesk {
    var nilExpirationDate: ClientOptions.MissingExpiry { options.nilExpirationDate }

    mutating func requestProfile(for mvpd: MVPD) {
        call(.profileRequest(for: mvpd, configuration), for: .profileRequest)
    }

    mutating func exchange(_ saml: String, for mvpd: MVPD) {
        call(.exchange(saml, for: mvpd, configuration), for: .exchange)
    }
}

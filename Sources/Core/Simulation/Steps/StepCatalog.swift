/// All steps there are, in the order of the documentation.
package enum StepCatalog {
    /// The types of steps.
    package static let all: [any Step.Type] = [
        // What the user does with an app
        LaunchStep.self, ForegroundStep.self, BackgroundStep.self, SignInStep.self, CancelStep.self,
        SecondScreenLoginStep.self, PlayStep.self, PreauthorizeStep.self, ReadUserMetadataStep.self, LogOutStep.self,
        CallStep.self,
        // What the user does with the device
        PermissionStep.self, SettingsSignInStep.self, SettingsSignOutStep.self, InstallAppStep.self,
        UpdateAppStep.self, DeleteAppStep.self, RestartStep.self, ResetAdvertisingIdentifierStep.self,
        UpgradeStep.self, SleepStep.self, WakeStep.self, DateStep.self, TimeZoneStep.self,
        // Time
        AdvanceStep.self,
        // The outside world
        FaultStep.self, ClearFaultsStep.self, ControlStep.self,
        ExpectStep.self,
    ]

    /// All words that steps begin with.
    package static let words: [StepWord] = all.flatMap { $0.words }

    /// All words that steps begin with, as they are written.
    static let names: [String] = words.map(\.text)

    /// The word that is written so, and the type of step that it begins; nil if there is none.
    static func row(_ name: String) -> (word: StepWord, kind: any Step.Type)? {
        for kind in all {
            if let word = kind.words.first(where: { $0.text == name }) { return (word, kind) }
        }
        return nil
    }
}

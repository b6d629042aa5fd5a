@testable import Simulation

extension ScenarioStep {
    /// The code that is on screen is entered on a second device, and the user logs in there.
    static func secondScreenLogin(_ login: SignIn) -> ScenarioStep { ScenarioStep(SecondScreenLoginStep(login: login)) }
}

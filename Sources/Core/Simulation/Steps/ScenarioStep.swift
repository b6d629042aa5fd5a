/// One thing that a scenario lets happen or expects, of whatever type.
///
/// Each type of ``Step`` adds the function that makes one: `.play("KITE1")`, `.advance(.seconds(60))`.
public struct ScenarioStep: Sendable {
    package let base: any Step

    /// A step of this type.
    package init(_ base: some Step) { self.base = base }

    /// The step as one of this type; nil if it is of another.
    package func `as`<Kind: Step>(_ kind: Kind.Type) -> Kind? { base as? Kind }

    /// The scope of the step.
    public var scope: StepScope { type(of: base).scope }

    /// True if nothing of the kind happens while the device sleeps.
    var needsAwakeDevice: Bool { type(of: base).needsAwakeDevice }
}

extension ScenarioStep: Hashable {
    /// Returns true if both are of one type, and the same.
    public static func == (first: ScenarioStep, second: ScenarioStep) -> Bool {
        AnyHashable(first.base) == AnyHashable(second.base)
    }

    /// Takes in the step.
    public func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}

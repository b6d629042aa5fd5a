/// A part of the world: told what happened, it answers what it wants done.
///
/// A machine has no clock, no network, no chance and no tasks. The same inputs at the same instants give the same
/// effects, bit for bit, in every process and every build; a copy of a machine is a point to travel back to.
public protocol Machine {
    /// The events that can happen to it: past tense.
    associatedtype Input: Hashable
    /// The effects that it can request: imperative.
    associatedtype Effect: Hashable

    /// Takes in one input at one instant and answers with effects, in the order they are to be carried out.
    mutating func handle(_ input: Input, at now: Instant) -> [Effect]
}

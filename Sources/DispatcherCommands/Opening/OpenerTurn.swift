/// The place of one opener among those that run at once. The place is free again when the last reference goes.
package final class OpenerTurn: Sendable {
    private let number: Int
    private let turns: OpenerTurns

    init(_ number: Int, of turns: OpenerTurns) {
        self.number = number
        self.turns = turns
    }

    deinit { turns.end(number) }
}

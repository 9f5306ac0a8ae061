import DispatcherMessages
import Testing

/// The names of the session's variables.
struct SessionVariablesTests {
    @Test func `the list is in alphabetical order and has each name once`() {
        #expect(SessionVariables.sortedNames == SessionVariables.names.sorted())
    }
}

import DispatcherJournal
import Testing
import UnixSystem

/// The texts of the journal's errors.
struct JournalErrorTests {
    @Test(
        arguments: [
            (.system(SystemCallError("open", "/j", number: 13)), "cannot open '/j': Permission denied"),
            (.full("/j"), "cannot write '/j': no space is left"),
            (.inputOutput("/j", "disk I/O error", code: 1034), "cannot use '/j': disk I/O error (SQLite's 1034)"),
            (.refused("/j", "locking protocol", code: 15), "cannot use '/j': locking protocol (SQLite's 15)"),
            (.damaged("/j", "file is not a database"), "'/j' is not a journal: file is not a database"),
            (.removed("/j"), "'/j' was removed or replaced"),
            (.otherSchema("/j"), "'/j' has another schema than this program's"),
            (.inUse("/j"), "another process uses '/j'"),
            (.overloaded(4096), "4096 changes already wait for the journal"),
            (.duplicate("a"), "the journal has a request a already"),
            (.unknown("a", step: "claimed"), "the journal has no open request a that could be claimed"),
            (.outOfOrder("a", step: "running", after: "claimed"), "request a is claimed and cannot be running"),
            (.closed, "the journal is closed"),
        ] as [(JournalError, String)])
    func `says what was tried, on what, and why it failed`(error: JournalError, text: String) {
        #expect(error.description == text)
    }
}

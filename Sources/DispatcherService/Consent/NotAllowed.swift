/// The user answered the question of a request with no: its outcome is a cancel.
struct NotAllowed: Error {}

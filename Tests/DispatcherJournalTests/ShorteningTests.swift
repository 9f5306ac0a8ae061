import RequestRecord
import TestSupport
import Testing
import XCallbackURL

/// What is kept of a refused request.
struct ShorteningTests {
    @Test func `short texts are kept as they are, and so is the client's id`() {
        let error = OutcomeError(code: 404, message: "m", detail: "d")
        let changes: [JournalChange] = [
            .accepted(AcceptedRequest(id: "1", clientID: "mine", door: .desktop, url: "notes:///x")),
            .concluded("1", .error(error), callback: CallbackReport(url: "o:x"), route: "notes.x"), .claimed("1"),
        ]
        #expect(changes.map(\.shortened) == changes)
    }

    @Test(arguments: ["a", "é", "€", "😀"])
    func `long texts are cut between characters`(character: String) throws {
        let text = String(repeating: character, count: 5000)
        let request = AcceptedRequest(
            id: "1", clientID: "mine", door: .desktop, url: text, environment: ["DISPLAY": text])
        let callback = CallbackReport(url: text, state: .refused, reason: text)
        let error = OutcomeError(code: 404, message: text, detail: text)
        let changes = [.accepted(request), JournalChange.concluded("1", .error(error), callback: callback)]
        guard case .accepted(let kept) = changes[0].shortened,
            case .concluded(_, .error(let keptError), let keptCallback, _, _) = changes[1].shortened
        else { throw Failure("another step") }
        #expect(kept.clientID == nil, "another URL could have the same beginning")
        #expect(kept.environment == [:])
        let texts = [keptError.message, keptError.detail, keptCallback?.url, keptCallback?.reason]
        for (text, limit) in texts.map({ ($0, 256) }) + [(kept.url, 1024)] {
            let text = text ?? ""
            #expect((limit - 6...limit).contains(text.utf8.count))
            #expect(text.hasSuffix("\(character)…") && !text.contains("\u{FFFD}"))
        }
    }
}

import DispatcherMessages
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

struct WorkerResultTests {
    @Test(
        arguments: [
            (["outcome": "success"], .success),
            (["outcome": "success", "output": .null], .success),  // null is no output
            (["outcome": "success", "output": ["a": 1]], .success(["a": 1])),
            (["outcome": "success", "output": [1]], .success(["result": [1]])),
            (["outcome": "cancel", "output": 1], .cancel),
            (["outcome": "error"], .error(OutcomeError(.failed, "the action failed"))),
            (
                ["outcome": "error", "error": ["code": -3]],
                .error(OutcomeError(code: -3, message: "the action failed"))
            ),
            (["outcome": "error", "error": ["message": "no"]], .error(OutcomeError(.failed, "no"))),
        ] as [(QueryValue, Outcome)])
    func `is an outcome`(answer: QueryValue, outcome: Outcome) throws {
        #expect(try Outcome(workerResult: answer) == outcome)
    }

    @Test func `a word is the code of callbacks, and a reply keeps a number`() throws {
        let outcome = try Outcome(
            workerResult: ["outcome": "error", "error": ["code": "not-found", "message": "no note"]])
        #expect(
            outcome.callbackParameters == [
                QueryParameter("errorCode", "not-found"), QueryParameter("errorMessage", "no note"),
            ])
        guard case .error(let error) = outcome else { return }
        #expect(error.code == 500 && error.message == "no note")
    }

    @Test(arguments: TextTable.rows("replies.txt", "worker results"))
    func `says why it is none`(row: [String]) throws {
        let answer = try JSONParser.parse(Array(row[0].utf8), depthLimit: 16)
        #expect { try Outcome(workerResult: answer) } throws: { "\($0)" == row[1] }
    }
}

extension ConformanceCase {
    /// The x-error with a code and a percent-encoded message.
    private static func failure(_ code: Int, _ message: String) -> JSONValue {
        ["open": .array([.string("f://f?errorCode=\(code)&errorMessage=\(message)")]), "handled": true]
    }

    private static func incorrect(_ name: String) -> JSONValue {
        failure(400, "Value%20for%20parameter%20%22\(name)%22%20has%20incorrect%20type.")
    }

    private static let chromeLink =
        "chrome://x-callback-url/command?x-success=chrome%3A%2F%2Fcallback%2F%3Fsuccess%3D1"
        + "&x-error=chrome%3A%2F%2Fcallback%2F%3Fsuccess%3D0&x-cancel=chrome%3A%2F%2Fcallback%2F%3Fcancelled%3D1"

    /// Our results where the original's differ, or where the original does not report what the test checks.
    static let differences: [String: JSONValue] = [
        // Reserved names are not input; a version segment is an ordinary segment.
        "SPEC-07": ["input": ["y": 2]],
        "SPEC-08": ["match": nil],
        // An error without a code is 500, an input error is 400.
        "USR-T5": failure(500, "Test%20error").replacing("f://f", "failure://failure"),
        "USR-T6": incorrect("number").replacing("f://f", "failure://failure"),
        "USR-59": ["open": ["f://f?id=7&errorCode=500&errorMessage=Test%20error"]],
        "USR-60": ["open": ["f://f?errorCode=500&errorMessage=Test%20error#h"]],
        "USR-63": failure(500, "the%20action%20failed"),
        "USR-10": failure(400, "Required%20parameter%20%22text%22%20not%20found."),
        "USR-73": failure(400, "Required%20parameter%20%22tags%22%20not%20found."),
        "USR-83": incorrect("n"), "USR-84": incorrect("n"),
        "SB-02": [
            "open": [
                "otherapp://x-callback-url/error?errorCode=400&errorMessage=Required%20parameter%20%22subject%22%20not%20found."
            ]
        ],
        "CK-17": ["open": ["e://e?errorCode=404&errorMessage=no%20route%20for%20a%3A%2F%2Fx-callback-url%2Fnope"]],
        "FL-S11": ["onError": ["Value for parameter \"docRef\" has incorrect type."], "open": []],
        // Everything is decoded once and encoded fully; the caller's bytes do not change.
        "USR-01": ["open": ["s://s?text=a%2Bb"], "handler": ["text=[a+b]"], "handled": true],
        "USR-04": ["open": ["s://s?text=100%2525"], "handler": ["text=[100%25]"], "handled": true],
        "USR-07": failure(400, "parameter%20%22text%22%20is%20not%20valid%20UTF-8"),
        "USR-25": ["open": ["s://s?a=x%2By&text=x"], "handler": ["text=[x]"]],
        "USR-40": ["open": ["s://s?title=a%3Bbody%3Db"], "handler": ["title=[a;body=b] body=nil"]],
        "USR-102": ["open": ["s://s?date=1970-01-01T00%3A00%3A00Z"]],
        "USR-104": ["open": ["s://s?text=a%26b%3Dc%2Bd%20%23e%2Ff%3Fg%25h%20%C3%A9%20%F0%9F%98%80"]],
        "CK-03": ["open": ["s://s?text=x"]],
        "CK-06": ["open": ["s://s/p?q=%20&text=a%26b%3Dc%2Fd%3Fe"]],
        "CK-12": ["onError": ["parameter \"t\" has a malformed percent escape '%zz'; a literal percent sign is %25"]],
        "OB-01": ["open": ["s://s?body=hello%20world%20%26%20%2B&count=2&list.0=a&list.1=b"]],
        "OB-04": ["open": ["s://s?a=b;c=d&body=x"]],
        "OB-05": ["open": ["s://s?a=x%20y&title=My%20note"]],
        "OB-08": ["open": ["s://s?title=x"]],
        "OB-09": ["open": ["s://s?a=1&foo=b%20a"]],
        "OB-14": ["open": ["s://s?result=%3Ctext%20output%3E"]],
        "TP-13": ["query": ["city": "san francisco"]],
        "TP-14": ["query": ["a": "1;b=2"]],
        "TP-15": ["query": ["a": "b=c", "d": nil, "e": ""]],
        "DL-11": ["params": ["one": "1", "two": nil, "three": "3"]],
        "JL-07": ["params": ["userID": "joeldev"]],
        // A request with a banned callback is refused before anything runs.
        "USR-28": [
            "open": [], "handler": [], "onError": ["x-success is refused: file: is never opened as a callback"],
        ],
        "USR-29": [
            "open": [], "handler": [], "onError": ["x-success is refused: javascript: is never opened as a callback"],
        ],
        "USR-30": ["open": [], "handler": [], "onError": ["parameter \"x-success\" appears more than once"]],
        "USR-108": ["open": [], "handler": ["void ran", "void ran", "void ran"]],
        "KR-06": ["callbackError": nil],
        // A repeated, a bare and an unknown name.
        "USR-31": ["open": ["s://s?title=b"], "handler": ["title=[b] body=nil"]],
        "USR-33": ["open": ["s://s?title=a"], "handler": ["title=[a] body=nil"]],
        "USR-38": ["open": ["s://s"], "handler": ["void ran"]],
        "USR-66": ["open": [], "handler": ["tags=[\"a\"]"]],
        "FL-S8": ["match": "a", "params": ["x": "2"]],
        "FL-S9": ["match": "a", "params": ["x": "1"]],
        "LR-08": ["params": ["a": "1", "username": "K"]],
        "CK-16": ["input": ["response": "2", "y": "3"], "x-source": "S"],
        // Scalars.
        "USR-75": ["open": [], "handler": ["flag=true"]], "USR-76": ["open": [], "handler": ["flag=true"]],
        "USR-78": ["open": [], "handler": ["flag=true"]], "USR-79": incorrect("flag"),
        "USR-86": incorrect("d"), "USR-87": incorrect("d"), "USR-88": incorrect("date"), "USR-92": incorrect("color"),
        "USR-89": ["open": [], "handler": ["date=1704164645.0"]],
        "USR-93": ["open": [], "handler": ["url=https://x.y/a?b=c"]],
        "OB-11": ["handler": ["silent=false"]],
        // Links have the form scheme:///path and are fully percent-encoded.
        "FL-L1": ["link": "x-app:///create?name=My%20File"], "FL-L3": ["link": "https://ex.com/create?name=MyFile"],
        "FL-L7": ["link": "https://ex.com/a.b"], "FL-L8": ["link": "x-app:///doc/5"],
        "LR-18": ["appLink": "test-app://games/K?x=1"],
        "CR-E5": ["link": .string(chromeLink + "&foo=bar%20baz&qux=")],
        "KR-01": [
            "link": .string(
                "x-callback-scheme://x-callback-url/action?x-source=source-value&x-success=foo%3A%2F%2Fsuccess-host"
                    + "&x-error=bar%3A%2F%2Ferror-host&x-cancel=buzz%3A%2F%2Fcancel-host&param1=value1")
        ],
        "KR-03": ["link": "s://x-callback-url/action%23withInvalidCharacter"],
        // Paths that match.
        "USR-44": ["open": ["s://s"], "handler": ["void ran"], "handled": true],
        "USR-46": ["open": ["s://s"], "handler": ["void ran"], "handled": true],
        "USR-49": ["open": ["s://s"], "handler": ["void ran"], "handled": true],
        "USR-53": ["open": ["s://s"], "handler": ["void ran"], "handled": true],
        "USR-58": ["open": [], "handler": [], "onError": ["a port is not accepted after 'x-callback-url'"]],
        "USR-65": ["open": ["s://s?text=1"], "handler": ["first"], "refusedRoutes": 1],
        "FL-M01": ["match": true, "params": [:]], "FL-M08": ["match": true, "params": [:]],
        "FL-M31": ["match": true, "params": [:]], "FL-S2": ["match": true],
        "FL-S4": ["match": true, "params": ["id": "5"]], "FL-S5": ["match": true, "params": ["x": "a/b"]],
        "FL-S13": ["match": "B"],
        "LR-05": ["match": "games", "params": ["username": "K"]],
        "LR-06": ["match": "games/{username}", "params": ["username": "K"]],
        "LR-09": ["match": "games/{username}", "params": ["username": "KeyMaster"]],
        // The original returns the query's parameters separately.
        "DL-06": ["params": ["p": "33.89,-84.46", "aw_campaign": "x"]],
        "LR-11": ["match": nil],
        "LR-15": ["match": "games/{username}", "params": ["username": "X"]],
        "LR-21": ["match": "games/reviews/{game?}", "params": ["game": "Lords-of-Waterdeep"]],
        "LR-22": ["match": "games/{username?}", "params": ["username": "KeyMaster"]],
        "TP-01": ["match": "users/:user_id", "params": ["user_id": "4"]],
        "TP-17": ["match": "/hello"],
        "CR-I2": ["isXCallbackURL": false],
        "CK-14": ["match": "act"], "CK-15": ["match": "act"], "SB-01": ["match": "myAction"],
        "JL-09": ["match": nil], "JL-16": ["match": nil],
    ]
}

extension JSONValue {
    /// Returns the value with a text replaced in every string.
    fileprivate func replacing(_ text: String, _ other: String) -> JSONValue {
        switch self {
        case .string(let string): .string(string.replacing(text, with: other))
        case .array(let elements): .array(elements.map { $0.replacing(text, other) })
        case .object(let members): .object(members.mapValues { $0.replacing(text, other) })
        default: self
        }
    }
}

package import XCallbackURL

extension StandardCode {
    /// The code in a sentence.
    var meaning: String {
        switch self {
        case .input: "The URL or its input is invalid."
        case .token: "The route's token is missing or wrong."
        case .refused: "A rule of the route or of config.yaml refuses the request, or the user could not be asked."
        case .noRoute: "No route matches, or no app can open the URL."
        case .timeout: "The command took longer than its timeout."
        case .conflict:
            "The route's 'present' command refused the request, the id was used for another URL, or another worker "
                + "serves the route."
        case .tooLarge: "A line, an output, a URL or the number of parameters exceeds its limit."
        case .unavailable: "The feature is not available."
        case .tooMany: "Too many requests."
        case .failed: "The command could not be started, or the handler failed without its own code."
        case .workerGone: "No worker serves the name, or the worker disconnected before it answered."
        case .draining: "The daemon is paused, full or shutting down, or the request expired or was interrupted."
        case .loop: "More than eight requests followed from one another."
        }
    }

    /// A command whose last outcome has the code.
    package var example: ManualExample {
        switch self {
        case .input: ManualExample("xcallback send 'demo:///hi?name=%zz'")
        case .token:
            ManualExample(
                "xcallback send demo:///secret",
                route: "{name: secret, path: /secret, token: {file: token, required: true}, run: [\"true\"]}")
        case .refused: ManualExample("xcallback send 'demo:///hi?x-success=file%3A%2F%2F%2Ftmp'")
        case .noRoute: ManualExample("xcallback send demo:///nothing")
        case .timeout:
            ManualExample(
                "xcallback send demo:///late",
                route: "{name: late, path: /late, timeout: 100ms, run: [sleep, \"9\"]}")
        case .conflict:
            ManualExample(
                "xcallback send demo:///busy",
                route: "{name: busy, path: /busy, present: [\"false\"], run: [\"true\"]}")
        case .tooLarge:
            ManualExample(
                "xcallback send demo:///much",
                route: "{name: much, path: /much, output: text, run: [head, -c, 2MB, /dev/zero]}")
        case .unavailable: ManualExample("xcallback disable demo; xcallback send demo:///hi")
        case .tooMany:
            ManualExample(
                "xcallback send demo:///seldom demo:///seldom demo:///seldom",
                route: "{name: seldom, path: /seldom, rate: 1, run: [\"true\"]}")
        case .failed:
            ManualExample(
                "xcallback send demo:///missing", route: "{name: missing, path: /missing, run: [no-such-program]}")
        case .workerGone:
            ManualExample(
                """
                xcallback serve worker.gone --path /gone -- sh -c 'read -r line' &
                until xcallback link worker.gone; do sleep 0.1; done
                xcallback send worker:///gone
                """)
        case .draining: ManualExample("xcallback pause; XCALLBACK_DOOR=desktop xcallback send demo:///hi")
        case .loop:
            ManualExample(
                "xcallback send demo:///loop", route: "{name: loop, path: /loop, redirect: \"demo:///loop\"}")
        }
    }
}

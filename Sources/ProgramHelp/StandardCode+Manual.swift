package import XCallbackURL

extension StandardCode {
    /// The code in a sentence, and a command whose last outcome has the code.
    package var example: ManualExample { ManualExample(rawValue, in: Self.manual) }

    /// Each code with its meaning, the route that its example needs, and the command.
    private static let manual = """
        400 The URL or its input is invalid.
          xcallback send 'demo:///hi?name=%zz'
        401 The route's token is missing or wrong.
          - {name: secret, path: /secret, token: {file: token, required: true}, run: ["true"]}
          xcallback send demo:///secret
        403 A rule of the route or of config.yaml refuses the request, or the user could not be asked.
          xcallback send 'demo:///hi?x-success=file%3A%2F%2F%2Ftmp'
        404 No route matches, or no app can open the URL.
          xcallback send demo:///nothing
        408 The command took longer than its timeout.
          - {name: late, path: /late, timeout: 100ms, run: [sleep, "9"]}
          xcallback send demo:///late
        409 The route's 'present' command refused the request, the id was used for another URL, or another worker \
        serves the route.
          - {name: busy, path: /busy, present: ["false"], run: ["true"]}
          xcallback send demo:///busy
        413 A line, an output, a URL or the number of parameters exceeds its limit.
          - {name: much, path: /much, output: text, run: [head, -c, 2MB, /dev/zero]}
          xcallback send demo:///much
        424 The routes of the file are paused or not available.
          xcallback pause demo; xcallback send demo:///hi
        429 Too many requests.
          - {name: seldom, path: /seldom, rate: 1, run: ["true"]}
          xcallback send demo:///seldom demo:///seldom demo:///seldom
        500 The command could not be started, or the handler failed without its own code.
          - {name: missing, path: /missing, run: [no-such-program]}
          xcallback send demo:///missing
        502 No worker serves the name, or the worker disconnected before it answered.
          xcallback serve worker.gone --path /gone -- sh -c 'read -r line' &
          until xcallback link worker.gone; do sleep 0.1; done
          xcallback send worker:///gone
        503 The daemon is paused, full or shutting down, or the request expired or was interrupted.
          xcallback pause; XCALLBACK_DOOR=desktop xcallback send demo:///hi
        508 More than eight requests followed from one another.
          - {name: loop, path: /loop, redirect: "demo:///loop"}
          xcallback send demo:///loop
        """
}

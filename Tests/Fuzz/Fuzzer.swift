import Glibc
import UnixSystem

/// Runs libFuzzer on one target: `Fuzzer TARGET CORPUS [OPTION OF LIBFUZZER…]`. It writes the target's seeds to the folder of
/// the corpus, which must exist, and its dictionary beside it. Without arguments it prints the names of the targets.
///
/// The package manager links a program so that it begins here.
@_cdecl("Fuzzer_main")
func main(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, let target else {
        for target in FuzzTargets.all { print(target.name) }
        return arguments.count > 1 ? EX_USAGE : 0
    }
    let corpus = arguments[2]
    for (number, seed) in type(of: target).seeds().enumerated() { write(seed, to: "\(corpus)/seed-\(number)") }
    write(Array(Words.dictionary.utf8), to: "\(corpus).dict")
    let options =
        ["-max_len=\(type(of: target).maximumLength)", "-dict=\(corpus).dict", corpus] + arguments.dropFirst(3)
    var vector: [UnsafeMutablePointer<CChar>?] = ([arguments[0]] + options).map { strdup($0) } + [nil]
    var number = Int32(vector.count - 1)
    return vector.withUnsafeMutableBufferPointer { buffer in
        guard var start = buffer.baseAddress else { return EX_SOFTWARE }
        return runDriver(&number, &start, checkInput)
    }
}

/// libFuzzer's entry point for a program with a main function of its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private let target: (any FuzzTarget)? = {
    let name = CommandLine.arguments.dropFirst().first
    return FuzzTargets.all.first { $0.name == name }?.init()
}()

/// The longest time that an input may take.
private let limit = Duration.seconds(1)

private let checkInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { data, count in
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let begun = ContinuousClock.now
    do {
        try target?.check(bytes)
    } catch {
        fail("\(error)", bytes)
    }
    // On a busy machine an input may take long without work of its own: then it is measured a second time.
    guard ContinuousClock.now - begun > limit else { return 0 }
    let before = processorTime
    try? target?.check(bytes)
    let time = processorTime - before
    if time > limit { fail("it takes \(time) of processor time", bytes) }
    return 0
}

private var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Ends the program in the way that libFuzzer takes for a crash.
private func fail(_ reason: String, _ bytes: [UInt8]) -> Never {
    let input = String(decoding: bytes, as: UTF8.self).debugDescription
    let text = Array("\nVIOLATION: \(reason)\nof the input \(input)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, text, text.count)
    abort()
}

private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
}

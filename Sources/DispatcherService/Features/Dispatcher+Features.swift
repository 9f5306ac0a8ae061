import DispatcherConfiguration
import URLSchemeRouter
import XCallbackURL

extension Dispatcher {
    /// Throws 424 if the feature of a request's route does not answer now.
    func checkAvailability(_ request: Request) async throws(OutcomeError) {
        guard let feature = request.match?.entry.payload.feature else { return }
        try await availability.check(
            feature, environment: childEnvironment(request.submission.environment, also: []))
    }

    /// Why the features of a table do not answer that do not, by their names.
    func obstacles(in table: DispatchTable) async -> [String: String] {
        await availability.obstacles(
            to: table.configuration.features, environment: childEnvironment([:], also: []))
    }
}

/// `rerun`: runs a request again, as a new request by the socket of the first request and under its callback
/// restriction. A request that was untrusted remains untrusted.
package enum RerunMethod: Method {
    package typealias Parameters = IDParameters
    package static let name = "rerun"
}

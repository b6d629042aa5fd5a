import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct OwnAddressesTests {
    @Test("Before the port is known nothing is the recorder's own")
    func noPort() throws {
        let own = OwnAddresses(host: "127.0.0.1", interfaces: [])
        #expect(!own.contain(host: "127.0.0.1", port: 8080))
    }

    @Test("A connection that has come back is known by its other end")
    func addresses() throws {
        var own = OwnAddresses(host: "127.0.0.1", interfaces: ["192.0.2.1"])
        own.port = 8080
        #expect(own.contain(try SocketAddress(ipAddress: "192.0.2.1", port: 8080)))
        #expect(own.contain(try SocketAddress(ipAddress: "::ffff:127.0.0.1", port: 8080)))
        #expect(!own.contain(try SocketAddress(ipAddress: "192.0.2.2", port: 8080)))
        #expect(!own.contain(try SocketAddress(ipAddress: "192.0.2.1", port: 8081)))
        #expect(!own.contain(try SocketAddress(unixDomainSocketPath: "/tmp/x")))
        #expect(!own.contain(nil))
    }

    @Test("Every address includes this machine's own; one of a network does not, and is what others find it by")
    func everyAddress() {
        for host in ["0.0.0.0", "::", "127.0.0.1", "localhost", "::1"] {
            #expect(OwnAddresses.includesLoopback(host: host), "\(host)")
        }
        #expect(!OwnAddresses.includesLoopback(host: "192.0.2.1") && !OwnAddresses.isEvery(host: "127.0.0.1"))
        let networks = OwnAddresses.ofNetworks()
        #expect(networks.allSatisfy { !OwnAddresses.isLoopback(host: $0) && $0.split(separator: ".").count == 4 })
        #expect(Set(networks).count == networks.count)
    }

    @Test("A name that begins like an address is none", arguments: ["127.evil.example", "127.0.0.1.evil.example"])
    func likeAnAddress(host: String) {
        var own = OwnAddresses(host: "127.0.0.1", interfaces: [])
        own.port = 1
        #expect(!own.contain(host: host, port: 1) && !own.know(host: host) && !OwnAddresses.isLoopback(host: host))
        #expect(OwnAddresses.isLoopback(host: "127.1") && OwnAddresses.isLoopback(host: "a.localhost."))
        #expect(own.know(host: "::1") && !own.know(host: "0.0.0.0"))
    }

    @Test(
        "A scope, a last dot and IPv4 in IPv6 make no difference",
        arguments: ["::1%lo0", "LocalHost.", "::FFFF:127.0.0.1", "127.0.0.1%1", "a.localhost.", "::1"]
    )
    func spelling(host: String) {
        #expect(OwnAddresses.isLoopback(host: host))
    }

    @Test("This machine's interfaces are known")
    func thisMachine() throws {
        var own = OwnAddresses.ofThisMachine(host: "127.0.0.1")
        own.port = 1
        for device in try System.enumerateDevices() {
            guard let address = device.address?.ipAddress else { continue }
            #expect(own.contain(host: address, port: 1))
        }
    }
}

import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import SwiftASN1
import Testing
import X509

@testable import Proxy

/// Leaf certificates shown by a real TLS server on this machine to a real TLS client.
@Suite struct LeafHandshakeTests {
    let authority: CertificateAuthority
    let leaves: LeafCertificates

    init() throws {
        authority = try CertificateAuthority.make(machine: "atlas", now: Date())
        leaves = try LeafCertificates(authority: authority)
    }

    private func trust() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: authority.der, format: .der)])
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    /// Returns the result of a handshake with a server for `host`: the negotiated protocol.
    private func handshake(
        for host: String,
        asking name: String?,
        at address: String = "127.0.0.1",
        with configuration: TLSConfiguration,
        looking look: (@Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void)? = nil
    ) async throws -> String? {
        let group = MultiThreadedEventLoopGroup.singleton
        let context = try leaves.context(for: host)
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                }
            }
            .bind(host: address, port: 0).get()
        let client = try NIOSSLContext(configuration: configuration)
        let finished = group.any().makePromise(of: String?.self)
        do {
            let channel = try await ClientBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler =
                            if let look {
                                try NIOSSLClientHandler(
                                    context: client,
                                    serverHostname: name,
                                    customVerificationCallback: look
                                )
                            } else {
                                try NIOSSLClientHandler(context: client, serverHostname: name)
                            }
                        try channel.pipeline.syncOperations.addHandlers(handler, HandshakeWatch(finished))
                    }
                }
                .connectTimeout(.seconds(20))
                .connect(host: address, port: #require(server.localAddress?.port)).get()
            let late = channel.eventLoop.scheduleTask(in: .seconds(30)) {
                finished.fail(ChannelError.connectTimeout(.seconds(30)))
            }
            defer { late.cancel() }
            let negotiated = try await finished.futureResult.get()
            try? await channel.close().get()
            try? await server.close().get()
            return negotiated
        } catch {
            finished.fail(error)
            try? await server.close().get()
            throw error
        }
    }

    @Test("A client that trusts the authority finishes the handshake, by name and by address")
    func trusted() async throws {
        #expect(try await handshake(for: "sp.auth.example", asking: "sp.auth.example", with: trust()) == "http/1.1")
        #expect(try await handshake(for: "127.0.0.1", asking: nil, with: trust()) == "http/1.1")
        let long = String(repeating: "a", count: 60) + ".example"
        #expect(try await handshake(for: long, asking: long, with: trust()) == "http/1.1")
    }

    @Test("The authority's certificate is sent behind the host's")
    func chain() async throws {
        let sent = NIOLockedValueBox<[[UInt8]]>([])
        _ = try await handshake(for: "a.example", asking: "a.example", with: trust()) { chain, promise in
            sent.withLockedValue { $0 = chain.compactMap { try? $0.toDERBytes() } }
            promise.succeed(.certificateVerified)
        }
        let chain = sent.withLockedValue { $0 }
        #expect(chain.count == 2 && chain.last == authority.der)
        #expect(try chain.first.map { try Certificate(derEncoded: $0).issuer } == authority.certificate.subject)
    }

    @Test("HTTP/2 is preferred where the client can")
    func protocols() async throws {
        var configuration = try trust()
        configuration.applicationProtocols = ["http/1.1", "h2"]
        #expect(try await handshake(for: "a.example", asking: "a.example", with: configuration) == "h2")
        configuration.applicationProtocols = []
        #expect(try await handshake(for: "a.example", asking: "a.example", with: configuration) == nil)
    }

    @Test("A client that does not trust it, or wants another host, breaks off")
    func distrusted() async throws {
        await #expect(throws: (any Error).self) {
            try await handshake(for: "a.example", asking: "b.example", with: trust())
        }
        await #expect(throws: (any Error).self) {
            try await handshake(for: "10.0.0.1", asking: nil, with: trust())
        }
        await #expect(throws: (any Error).self) {
            try await handshake(for: "a.example", asking: "a.example", with: .makeClientConfiguration())
        }
    }

    @Test("TLS 1.2 is spoken, older versions are not")
    func versions() async throws {
        var configuration = try trust()
        configuration.maximumTLSVersion = .tlsv12
        #expect(try await handshake(for: "a.example", asking: "a.example", with: configuration) == "http/1.1")
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = .tlsv11
        let old = configuration
        await #expect(throws: (any Error).self) {
            try await handshake(for: "a.example", asking: "a.example", with: old)
        }
    }
}

/// Tells how a handshake ended.
private final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let finished: EventLoopPromise<String?>

    init(_ finished: EventLoopPromise<String?>) { self.finished = finished }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
            finished.succeed(negotiated)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finished.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finished.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}

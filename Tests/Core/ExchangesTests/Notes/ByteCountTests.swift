import Exchanges
import Testing

@Suite struct ByteCountTests {
    @Test(
        "Bytes are counted in the largest unit that fits, rounded down",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1 KiB"), (1_536, "1.5 KiB"),
            (1_048_575, "1023.9 KiB"), (16 << 20, "16 MiB"), (1 << 30, "1 GiB"), (3 << 40, "3 TiB"),
            (Int64.max, "8388607.9 TiB"), (-5, "-5 bytes"),
        ] as [(Int64, String)]
    )
    func descriptions(bytes: Int64, text: String) {
        #expect("\(ByteCount(bytes))" == text)
    }

    @Test("A number beyond 64 bits is the largest there is")
    func clamped() { #expect(ByteCount(UInt64.max).bytes == .max) }
}

import Documents

/// A text under several content codings, as Python's `gzip` and `zlib` write it.
enum Coded {
    static let text = Array(
        #"{"status":"200","message":"tuned in to the kite channel, tuned in to the kite channel"}"#.utf8
    )
    static let gzip = bytes(
        "H4sIAAAAAAAC/6tWKi5JLCktVrJSMjIwUNJRyk0tLk5MTwXyS0rzUlMUMvMUSvIVSjJSFbIzS1IVkjMS8/JSc3QU8Mkq1QIAssn5hlcAAAA="
    )
    static let zlib = bytes(
        "eNqrViouSSwpLVayUjIyMFDSUcpNLS5OTE8F8ktK81JTFDLzFEryFUoyUhWyM0tSFZIzEvPyUnN0FPDJKtUCAO8nHZI="
    )
    static let raw = bytes(
        "q1YqLkksKS1WslIyMjBQ0lHKTS0uTkxPBfJLSvNSUxQy8xRK8hVKMlIVsjNLUhWSMxLz8lJzdBTwySrVAgA="
    )
    static let gzipTwice = bytes(
        "H4sIAAAAAAAC/5Pv5mAAAab/q8O09Dx1NHXDNgUZGRkEXAo85aur5+fjz/rJ2+tzULCI0WcRr0+iXkZBopuMvYNEJxkLff4UVFwi8uGk1lUmhk0n"
            + "f7aFA80BAKgsuXRQAAAA"
    )
    static let zlibInGzip = bytes(
        "H4sIAAAAAAAC/wFEALv/eNqrViouSSwpLVayUjIyMFDSUcpNLS5OTE8F8ktK81JTFDLzFEryFUoyUhWyM0tSFZIzEvPyUnN0FPDJKtUCAO8nHZJN"
            + "oI2aRAAAAA=="
    )
    /// 20,000 times the letter k.
    static let bomb = bytes("H4sIAAAAAAAC/+3BIQEAAADDoMDr71/jAigAAAAAAAAAAAAAAAAAAAAAAAAAHgxBO3j0IE4AAA==")

    private static func bytes(_ base64: String) -> [UInt8] { (try? Base64.decode(base64)) ?? [] }
}

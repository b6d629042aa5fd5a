// Written by Scripts/assets from Assets/live-sizes.css.

extension PageStyle {
    /// Its narrower windows.
    static let liveSizes = #"""
        @media (min-width: 721px) {
          .live .controls { columns: 2; column-gap: 28px; }
          .live .controls > * { break-inside: avoid; }
        }
        @media (min-width: 1181px) {
          .live .panes { grid-template-columns: minmax(300px, 30fr) minmax(0, 37fr) minmax(300px, 30fr); }
          .live .controls { columns: 3; }
        }
        @media (max-width: 720px) {
          .missed li { grid-template-columns: 26px auto minmax(0, 1fr); }
          .board .next .moves button { min-height: 32px; }
        }
        @media (prefers-reduced-motion: reduce) { .live .list .item.new { animation: none; } }
        """#
}

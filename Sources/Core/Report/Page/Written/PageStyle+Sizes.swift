// Written by Scripts/assets from Assets/sizes.css.

extension PageStyle {
    /// Narrower windows, and readers who want less motion.
    static let sizes = #"""
        :root { --labels: 196px; }
        @media (max-width: 1180px) {
          .summary { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
          .summary .verdict { grid-column: 1 / -1; }
          .panes { grid-template-columns: minmax(280px, 1fr) minmax(0, 1.5fr); }
          .panes .status-pane { grid-column: 1 / -1; max-height: none; }
          .state { columns: 2; column-gap: 28px; }
          .state > * { break-inside: avoid; }
        }
        @media (max-width: 720px) {
          :root { --labels: 112px; }
          main { padding: 12px 10px 32px; }
          h1 { font-size: 18px; }
          .summary, .panes { grid-template-columns: minmax(0, 1fr); }
          .summary .verdict { grid-column: auto; }
          .verdict .sentence { font-size: 17px; }
          .state { columns: 1; }
          .pane { max-height: none; }
          .pane.events .body { max-height: 56vh; }
          .findings li { grid-template-columns: 26px auto minmax(0, 1fr); }
          .findings .message { grid-column: 1 / -1; }
          .lane > .label { padding: 0 4px 0 10px; font-size: 11.5px; }
          .dock kbd { display: none; }
          .dock .button { padding: 3px 8px; flex: 1 1 auto; justify-content: center; }
          .lane > .label small, .legend { display: none; }
          .dock { margin: 0 -10px 10px; border-radius: 0; border-left: 0; border-right: 0; padding: 6px 10px 8px; }
          .dock .wide { display: none; }
          .dock .now { flex-basis: 100%; order: -1; }
          .button { min-height: 36px; }
          .top .actions { width: 100%; }
        }
        @media (prefers-reduced-motion: no-preference) {
          .map .thumb, .needle { transition: left .12s ease-out; }
        }
        @media print { .dock { position: static; } .pane, .side pre { max-height: none; } }
        """#
}

// Written by Scripts/assets from Assets/glance.css.

extension PageStyle {
    /// The first glance in smaller windows: verdict, ribbon, slider and lanes without scrolling, at 1024 by 768 and, as
    /// far as there is room, on a phone.
    static let glance = #"""
        @media (max-width: 1180px) {
          .ribbon { padding: 6px 4px; margin-bottom: 8px; }
          .ribbon li, .ribbon li.named[data-state="skipped"] { flex: 1 1 40px; min-width: 40px; padding: 0 2px; }
          .ribbon li:not(.named) { min-width: 92px; }
          .ribbon li::before { top: 8px; }
          .ribbon .title { display: none; }
          .ribbon .dot { width: 18px; height: 18px; font-size: 11px; margin-bottom: 2px; }
          .dock, .chart { margin-bottom: 8px; }
          .lane.calls { height: 28px; }
          .bar { top: 3px; }
          .phase { top: 6px; }
          .chart > header { padding: 6px 14px; }
        }
        @media (min-width: 861px) and (max-width: 1180px) {
          main { padding: 10px 16px 32px; }
          .top { margin-bottom: 8px; }
          .top p { font-size: 13px; }
          .legend { gap: 2px 10px; font-size: 11.5px; }
          .next li { gap: 0 8px; }
          .next .at { font-size: 12px; }
          .summary { gap: 8px; margin-bottom: 8px; grid-template-columns: minmax(0, 1.3fr) minmax(0, 1.15fr) minmax(0, .95fr); }
          .summary .verdict { grid-column: auto; }
          .summary > section { padding: 8px 12px; font-size: 13px; line-height: 1.4; }
          .summary h2 { margin-bottom: 4px; }
          .verdict .sentence { font-size: 15px; }
          .verdict .parting { margin-top: 4px; }
          .verdict .first { margin-top: 4px; padding-top: 4px; }
          .later p + p, .later details { margin-top: 4px; }
        }
        @media (max-width: 720px) {
          main { display: flex; flex-direction: column; padding-top: 8px; }
          main > * { order: 4; }
          main > .top { order: 0; margin-bottom: 6px; }
          .summary { display: contents; }
          .summary > section { order: 4; margin-bottom: 10px; }
          .summary > .verdict { order: 1; padding: 8px 12px; margin-bottom: 8px; }
          main > .ribbon { order: 1; }
          main > .dock { order: 2; }
          main > .chart { order: 3; }
          main > .findings, main > .panes { order: 5; }
          .verdict .sentence { font-size: 15px; }
          .verdict .parting { margin-top: 4px; font-size: 13px; }
          .verdict .first { display: none; }
          .top { gap: 6px; }
          .top p { font-size: 12.5px; line-height: 1.3; }
          .dock .button, .top .button { min-height: 32px; font-size: 12.5px; }
          .dock .row { gap: 4px 6px; }
          .lane.calls { height: 27px; }
          .ribbon .name { font-size: 11.5px; }
        }
        """#
}

// Written by Scripts/assets from Assets/summary.css.

extension PageStyle {
    /// The summary above the timeline.
    static let summary = #"""
        .summary { display: grid; gap: 12px; grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr) minmax(0, 1fr);
          margin-bottom: 12px; }
        .summary > section { padding: 12px 16px; min-width: 0; }
        .summary h2 { margin-bottom: 6px; }
        .verdict { border-left: 5px solid var(--strong); }
        .verdict[data-level="ok"] { border-left-color: var(--ok); }
        .verdict[data-level="warning"] { border-left-color: var(--warning); }
        .verdict[data-level="error"] { border-left-color: var(--error); }
        .verdict .sentence { font-size: 18px; line-height: 1.35; font-weight: 600; overflow-wrap: anywhere;
          text-wrap: pretty; }
        .verdict .parting { margin-top: 8px; overflow-wrap: anywhere; }
        .verdict .first { margin-top: 8px; border-top: 1px solid var(--line); padding-top: 6px; }
        .verdict .first li { display: flex; gap: 8px; align-items: baseline; }
        .verdict .first button { line-height: 24px; background: none; border: 0; padding: 0; text-align: left; min-width: 0;
          overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .verdict .first button:hover { text-decoration: underline; }
        .tag { display: inline-block; padding: 1px 8px; border-radius: 20px; font-size: 12px; font-weight: 600;
          background: var(--raised); color: var(--muted); white-space: nowrap; }
        .tag[data-level="ok"] { background: var(--ok-ground); color: var(--ok); }
        .tag[data-level="warning"] { background: var(--warning-ground); color: var(--warning); }
        .tag[data-level="error"] { background: var(--error-ground); color: var(--error); }
        .verdict h2 { display: flex; justify-content: space-between; align-items: center; gap: 8px; }
        .verdict h2 .tag { text-transform: none; letter-spacing: 0; }
        .next li { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(64px, auto); gap: 0 9px; font-size: 13px; padding: 2px 0; align-items: baseline;
          border-top: 1px solid var(--line); }
        .next li:first-child { border-top: 0; padding-top: 0; }
        .next button { background: none; border: 0; padding: 0; text-align: left; min-width: 0;
          overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
        .next button:hover { text-decoration: underline; }
        .next .when { font-weight: 600; text-align: right; order: 3; white-space: nowrap; }
        .next .at { color: var(--muted); font-size: 12.5px; white-space: nowrap; }
        .next small, .later small { color: var(--muted); font-size: 12px; grid-column: 1 / -1; }
        .later p, .later small { overflow-wrap: anywhere; }
        .later p + p { margin-top: 8px; }
        .later details { margin-top: 8px; }
        .later .lines { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 2px 10px; font-size: 12px;
          margin-top: 6px; max-height: 136px; overflow: auto; }
        .later .lines > span { overflow-wrap: anywhere; }
        summary { cursor: pointer; }
        .ribbon { display: flex; margin-bottom: 12px; padding: 10px 8px; overflow-x: auto; }
        .ribbon li { position: relative; flex: 1 1 72px; min-width: 66px; padding: 0 4px; }
        .ribbon li.named[data-state="skipped"] { flex: 0 1 44px; min-width: 38px; }
        .ribbon li:not(.named) { min-width: 96px; }
        .ribbon li::before { content: ""; position: absolute; top: 10px; left: 0; right: 0; height: 2px;
          background: var(--line); }
        .ribbon li:first-child::before { left: 50%; }
        .ribbon li:last-child::before { right: 50%; }
        .ribbon li[data-state="skipped"]::before { background: none; border-top: 2px dotted var(--strong); }
        .ribbon button { position: relative; z-index: 1; width: 100%; background: none; border: 0; padding: 0; text-align: center;
          font-size: 12px; line-height: 1.25; border-radius: 6px; }
        .ribbon .dot { display: grid; place-items: center; width: 22px; height: 22px; margin: 0 auto 4px;
          border-radius: 50%; background: var(--surface); border: 2px solid var(--strong); font-size: 12px;
          font-weight: 700; color: var(--muted); }
        .ribbon li[data-state="done"] .dot { background: var(--ok); border-color: var(--ok); color: var(--surface); }
        .ribbon li[data-state="failed"] .dot { background: var(--error); border-color: var(--error);
          color: var(--surface); }
        .ribbon li[data-state="skipped"] .dot { border-style: dashed; }
        .ribbon .name { font-weight: 650; }
        .ribbon li[data-state="skipped"] .name { color: var(--muted); font-weight: 400; }
        .ribbon .title { display: block; overflow: hidden; color: var(--muted); hyphens: auto;
          display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
        .ribbon .ordinals { display: block; font-family: var(--mono); font-size: 11.5px; margin-top: 2px; }
        .ribbon li[data-now="true"] .dot { box-shadow: 0 0 0 3px var(--surface), 0 0 0 5px var(--now); }
        .ribbon button:hover .name { text-decoration: underline; }
        .findings { padding: 12px 16px; margin-bottom: 12px; }
        .findings h2 { margin-bottom: 6px; }
        .findings li { display: grid; grid-template-columns: 26px 74px minmax(90px, 190px) minmax(0, 1fr); gap: 2px 10px;
          padding: 5px 0; border-top: 1px solid var(--line); align-items: baseline; }
        .findings li:first-child { border-top: 0; }
        .findings li button { background: none; border: 0; padding: 0; text-align: left; color: var(--accent);
          overflow-wrap: anywhere; }
        .findings li button:hover { text-decoration: underline; }
        .findings .message { overflow-wrap: anywhere; }
        .findings li[aria-current="true"] { background: var(--raised); }
        .flag { display: inline-grid; place-items: center; min-width: 18px; height: 18px; padding: 0 4px;
          border-radius: 5px; font-size: 11px; font-weight: 700; background: var(--raised); color: var(--muted); }
        .flag[data-level="warning"] { background: var(--warning-ground); color: var(--warning); }
        .flag[data-level="error"] { background: var(--error-ground); color: var(--error); }
        """#
}

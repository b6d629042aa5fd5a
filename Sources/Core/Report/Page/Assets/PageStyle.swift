/// The style of the page: light and dark, from a phone's width on.
enum PageStyle {
    /// All of it.
    static let text = [colors, frame, summary, timeline, panes, sizes, glance].joined(separator: "\n")

    /// The colors: text on its ground has a contrast of 4.5 to 1 and more (WCAG AA).
    static let colors = #"""
        :root {
          --ground: #f4f6f8; --surface: #ffffff; --raised: #f8fafc; --line: #d9dfe6; --strong: #b9c3ce;
          --text: #18212c; --muted: #566272; --accent: #2456c9; --on-accent: #ffffff; --focus: #2456c9;
          --ok: #16744a; --ok-ground: #e3f4ea; --warning: #855400; --warning-ground: #fdf1d3;
          --error: #b3241b; --error-ground: #fde9e7; --later: #eef1fb; --later-line: #dfe5f7;
          --user: #38424f; --vsa: #7443bb; --adobe: #2f66d0; --provider: #0b767c; --programmer: #a04d12;
          --other: #5d6978; --bar-text: #ffffff; --now: #bf206b;
          --tint-chroma: 70%; --tint-light: 90%; --tint-edge: 45%;
          --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
        }
        @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {
          \#(dark)
        } }
        :root[data-theme="dark"] {
          \#(dark)
        }
        :root[data-theme="light"] { color-scheme: light; }
        """#

    /// The dark ones, for who prefers them and for who has chosen them.
    private static let dark = #"""
        color-scheme: dark;
        --ground: #0e131a; --surface: #161d26; --raised: #1b2430; --line: #2a3543; --strong: #435264;
        --text: #e7ecf2; --muted: #9eabba; --accent: #8db3ff; --on-accent: #0d1b36; --focus: #8db3ff;
        --ok: #64d69d; --ok-ground: #14322a; --warning: #f1c46b; --warning-ground: #362a12;
        --error: #ff958c; --error-ground: #3b1c1d; --later: #182134; --later-line: #212d47;
        --user: #b8c3cf; --vsa: #c3a0f5; --adobe: #86adf8; --provider: #63cdd2; --programmer: #f0a873;
        --other: #9aa6b4; --bar-text: #0e131a; --now: #ff7fb8;
        --tint-chroma: 45%; --tint-light: 22%; --tint-edge: 65%;
        """#

    static let frame = #"""
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; overflow-y: scroll; scroll-padding-top: 120px; }
        body { margin: 0; overflow-wrap: break-word; background: var(--ground); color: var(--text);
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
        main { max-width: 1680px; margin: 0 auto; padding: 16px 20px 40px; }
        h1, h2, h3, p, ul, ol, dl, dd, table { margin: 0; padding: 0; }
        h1 { font-size: 20px; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
        h2 { font-size: 12px; line-height: 1.3; font-weight: 650; letter-spacing: .05em; text-transform: uppercase;
          color: var(--muted); }
        h3 { font-size: 13px; font-weight: 650; }
        ul, ol { list-style: none; }
        code, pre, .mono { font-family: var(--mono); font-size: 12.5px; }
        .muted { color: var(--muted); }
        .number { font-variant-numeric: tabular-nums; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        button, input { font: inherit; color: inherit; }
        button { cursor: pointer; }
        .button { display: inline-flex; align-items: center; gap: 6px; min-height: 30px; padding: 3px 11px;
          background: var(--surface); border: 1px solid var(--strong); border-radius: 7px; white-space: nowrap;
          font-size: 13px; }
        .button:hover { background: var(--raised); border-color: var(--muted); }
        .button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent);
          color: var(--on-accent); }
        .button:disabled { color: var(--strong); border-color: var(--line); cursor: default; }
        .button kbd { font: 11px/1.4 var(--mono); color: var(--muted); border: 1px solid var(--line);
          border-radius: 4px; padding: 0 4px; background: var(--raised); }
        .button[aria-pressed="true"] kbd { color: inherit; background: none; border-color: currentColor; }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
        .card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
        .top { display: flex; gap: 12px 20px; align-items: flex-start; justify-content: space-between;
          flex-wrap: wrap; margin-bottom: 10px; }
        .top > div:first-child { min-width: 0; flex: 1 1 420px; }
        .top p { color: var(--muted); margin-top: 3px; overflow-wrap: anywhere; }
        .actions { display: flex; gap: 8px; flex-wrap: wrap; }
        .toast { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); padding: 8px 16px;
          background: var(--text); color: var(--ground); border-radius: 8px; z-index: 40; max-width: 90vw; }
        .toast:empty { display: none; }
        dialog { border: 1px solid var(--strong); border-radius: 12px; padding: 20px 24px; background: var(--surface);
          color: var(--text); max-width: min(520px, 92vw); }
        dialog::backdrop { background: rgb(8 12 18 / .5); }
        dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 12px 0 16px; }
        dialog dt { font-family: var(--mono); white-space: nowrap; }
        """#

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

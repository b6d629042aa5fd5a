// Written by Scripts/assets from Assets/frame.css.

extension PageStyle {
    /// The frame: text, buttons, cards.
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
}

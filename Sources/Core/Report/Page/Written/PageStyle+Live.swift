// Written by Scripts/assets from Assets/live.css.

extension PageStyle {
    /// What the live page has beside the page in a file.
    static let live = #"""
        :root { --control: var(--accent); }
        .clock .time { font-size: 24px; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums;
          overflow-wrap: anywhere; }
        .clock .actions { margin-top: 10px; gap: 6px; }
        .clock .actions + .actions { margin-top: 6px; }
        .board { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.25fr); }
        .board .next { max-height: 302px; overflow: auto; }
        .board .next li { grid-template-columns: minmax(0, 1fr) auto auto; padding: 5px 0; }
        .board .next .name { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .board .next .when[data-level="warning"] { color: var(--warning); }
        .board .next .when[data-level="error"] { color: var(--error); }
        .board .next .moves { grid-column: 1 / -1; order: 4; display: flex; gap: 4px 12px; align-items: baseline; }
        .board .next .moves span { color: var(--muted); font-size: 12.5px; }
        .board .next .moves button { font-weight: 400; color: var(--accent); font-size: 12.5px; overflow: visible;
          padding: 2px 0; }
        .board .next .moves button:disabled { color: var(--muted); cursor: default; text-decoration: none; }
        [hidden] { display: none !important; }
        .missed li { grid-template-columns: 26px 84px minmax(90px, 130px) minmax(0, 1fr); }
        .token { padding: 10px 16px; margin-bottom: 12px; border-left: 5px solid var(--warning); }
        .token form { display: flex; gap: 6px; margin-top: 8px; max-width: 560px; }
        .token p { overflow-wrap: anywhere; }
        .bar[data-lane="control"] { --bar: var(--accent); color: var(--on-accent); }
        .live .list .item[data-kind="step"] { background: var(--later); }
        .live .list .item[data-kind="step"][aria-selected="true"] {
          background: color-mix(in srgb, var(--now) 9%, var(--surface)); }
        .live .list .item[data-kind="step"] .ordinal { color: var(--accent); }
        .live .list .item.new { animation: arrive 1.2s ease-out; }
        @keyframes arrive { from { background: color-mix(in srgb, var(--accent) 22%, var(--surface)); } }
        .live .control-card { margin-top: 12px; }
        .live .control-card > h2 { padding: 10px 14px 0; }
        .controls { padding: 0 14px 14px; }
        .controls fieldset { border: 0; margin: 0; padding: 10px 0 12px; border-top: 1px solid var(--line);
          min-width: 0; }
        .controls fieldset:first-of-type { border-top: 0; }
        .controls legend { float: left; width: 100%; font-size: 13px; font-weight: 650; padding: 0;
          margin-bottom: 6px; }
        .controls .inputs { clear: both; display: flex; gap: 6px; flex-wrap: wrap; }
        .controls label { flex: 1 1 110px; min-width: 0; font-size: 12px; color: var(--muted); }
        .controls label.wide { flex-basis: 100%; }
        .controls input, .controls select, .token input { display: block; width: 100%; min-width: 0; min-height: 30px;
          padding: 3px 8px; font: inherit; font-size: 13px; color: var(--text); background: var(--surface);
          border: 1px solid var(--strong); border-radius: 7px; }
        ::placeholder { color: var(--muted); opacity: 1; }
        .controls .send { clear: both; display: flex; gap: 6px 8px; align-items: center; margin-top: 8px;
          flex-wrap: wrap; }
        .controls code { flex: 1 1 100%; color: var(--muted); overflow-wrap: anywhere; }
        .outcome { margin: 10px 0 2px; padding: 8px 12px; border-radius: 8px; background: var(--ok-ground);
          color: var(--text); }
        .outcome[data-level="error"] { background: var(--error-ground); }
        .outcome p { overflow-wrap: anywhere; } .outcome p + p { margin-top: 4px; }
        .outcome:empty { display: none; }
        .detail .fields.compared { margin-top: 10px; }
        .fields thead th { font-weight: 600; }
        """#
}

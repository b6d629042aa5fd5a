// Written by Scripts/assets from Assets/timeline.css.

extension PageStyle {
    /// Lanes, lives, the slider.
    static let timeline = #"""
        .dock { position: sticky; top: 0; z-index: 20; padding: 8px 12px 8px; margin-bottom: 12px;
          box-shadow: 0 4px 14px rgb(10 20 40 / .07); }
        .dock .row { display: flex; align-items: center; gap: 6px 8px; flex-wrap: wrap; }
        .dock .now { flex: 1 1 260px; min-width: 0; display: flex; gap: 2px 10px; flex-wrap: wrap;
          align-items: baseline; }
        .dock .now strong { font-size: 15px; font-variant-numeric: tabular-nums; }
        .dock .now span { color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
          min-width: 0; }
        .map { position: relative; height: 30px; margin-top: 7px; border: 1px solid var(--line); border-radius: 6px;
          background: var(--raised); touch-action: none; cursor: pointer; }
        .map svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        .map .view { position: absolute; top: -1px; bottom: -1px; border: 1px solid var(--muted); border-radius: 6px;
          pointer-events: none; }
        .map .thumb { position: absolute; top: -4px; bottom: -4px; width: 3px; margin-left: -1.5px;
          background: var(--now); border-radius: 2px; pointer-events: none; }
        .map .thumb::before { content: ""; position: absolute; top: -3px; left: -5px; width: 13px; height: 13px;
          border-radius: 50%; background: var(--now); border: 2px solid var(--surface); }
        .map .ahead { position: absolute; top: 0; bottom: 0; right: 0; background: var(--later);
          border-left: 2px solid var(--strong); border-radius: 0 5px 5px 0; }
        .chart { margin-bottom: 12px; overflow: hidden; }
        .chart > header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline;
          padding: 10px 14px 8px; border-bottom: 1px solid var(--line); }
        .legend { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12px; color: var(--muted);
          margin-left: auto; }
        .legend i { font-style: normal; display: inline-block; min-width: 14px; text-align: center;
          color: var(--text); }
        .legend .box { width: 16px; height: 9px; border-radius: 3px; vertical-align: 0; background: var(--other); }
        .legend .box.dotted { background: none; border: 1.5px dashed var(--muted); }
        .legend .box.ahead { background: var(--later); border: 1px solid var(--strong); }
        .scroller { position: relative; overflow-x: auto; overflow-y: hidden; }
        .grid { position: relative; min-width: 100%; }
        .ahead-area { position: absolute; top: 0; bottom: 0; right: 0; background: var(--later);
          border-left: 2px solid var(--strong); }
        .lane { position: relative; border-top: 1px solid var(--line); }
        .lane > .label { position: sticky; left: 0; z-index: 3; display: inline-flex; align-items: center;
          gap: 6px; width: var(--labels); height: 100%; padding: 0 10px 0 14px;
          background: var(--surface); border-right: 1px solid var(--line); font-size: 12.5px; font-weight: 600;
          overflow: hidden; }
        .lane > .label span { flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .lane > .label small { font-weight: 400; color: var(--muted); font-size: 12px; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
        .lane.axis { height: 26px; border-top: 0; font-size: 11.5px; color: var(--muted); }
        .lane.axis .label { font-weight: 400; white-space: nowrap; }
        .lane.axis .tick { position: absolute; top: 5px; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .lane.axis .tick.later { color: var(--text); font-weight: 600; }
        .gap { position: absolute; top: 0; bottom: 0; pointer-events: none; }
        .lane.axis .gap { display: grid; place-items: center; font-size: 11.5px; white-space: nowrap;
          color: var(--muted); }
        .gap-lines { position: absolute; inset: 0; pointer-events: none; }
        .gap-line { position: absolute; top: 26px; bottom: 0; width: 7px; margin-left: -4px; pointer-events: none;
          border-left: 1px dashed var(--strong); border-right: 1px dashed var(--strong); opacity: .7; }
        .lane.calls { height: 32px; }
        .bar { position: absolute; top: 5px; height: 21px; padding: 0 3px; border: 0; border-radius: 5px;
          background: var(--bar); color: var(--bar-text); font: 600 11px/21px var(--mono); text-align: center;
          overflow: hidden; white-space: nowrap; z-index: 1; }
        .phase { position: absolute; top: 8px; height: 16px; border: 0; border-bottom: 2px solid var(--ok); padding: 0 2px;
          background: var(--ok-ground); color: var(--text); font-size: 11px; line-height: 14px; text-align: left;
          overflow: hidden; white-space: nowrap; text-overflow: clip; z-index: 1; border-radius: 3px 3px 0 0; }
        .phase[data-state="failed"] { border-color: var(--error); background: var(--error-ground); }
        .bar[data-lane="user"] { --bar: var(--user); } .bar[data-lane="vsa"] { --bar: var(--vsa); }
        .bar[data-lane="adobe"] { --bar: var(--adobe); } .bar[data-lane="provider"] { --bar: var(--provider); }
        .bar[data-lane="programmer"] { --bar: var(--programmer); } .bar[data-lane="other"] { --bar: var(--other); }
        .bar[data-level="poll"], .bar[data-level="throttled"] { background: var(--surface); color: var(--bar);
          box-shadow: inset 0 0 0 1.5px var(--bar); }
        .bar[data-level="refused"] { background: var(--warning-ground); color: var(--warning);
          box-shadow: inset 0 0 0 1.5px var(--warning); }
        .bar[data-level="error"] { background: var(--error); color: var(--surface); }
        .bar[data-simulated="true"] { background: repeating-linear-gradient(135deg, var(--surface) 0 4px,
          var(--later-line) 4px 8px); color: var(--text); box-shadow: inset 0 0 0 1.5px var(--bar); }
        .bar[aria-current="true"] { outline: 2px solid var(--now); outline-offset: 1px; z-index: 2; }
        .bar:hover { filter: brightness(1.12); }
        .bar .mark { position: absolute; top: -1px; right: -1px; width: 8px; height: 8px; border-radius: 0 5px 0 8px;
          background: var(--warning); box-shadow: 0 0 0 1.5px var(--surface); }
        .bar .mark[data-level="error"] { background: var(--error); }
        .bar .mark[data-level="note"] { background: var(--muted); }
        .lane.life { height: 25px; }
        .life-bar { position: absolute; top: 5px; height: 14px; border: 0; padding: 0; border-radius: 4px;
          background: color-mix(in srgb, var(--tone) 32%, var(--surface)); box-shadow: inset 0 0 0 1px var(--tone);
          text-align: left; }
        .life-bar.assumed { background: none; box-shadow: none; border: 1.5px dashed var(--tone); }
        .life-bar.before { border-top-left-radius: 0; border-bottom-left-radius: 0; border-left: 3px double var(--tone); }
        .life-bar .end { position: absolute; left: 100%; top: -4px; padding: 0 5px; font-size: 12px; line-height: 22px;
          white-space: nowrap; color: var(--text); }
        .life-bar .end b { font-weight: 700; color: var(--tone); margin-right: 3px; }
        .life-bar .end.inside { left: auto; right: 0; }
        .life-bar .end.inside b { color: inherit; }
        .life-bar[data-expired="true"] { opacity: .62; }
        .life-bar:hover { filter: saturate(1.4); }
        .life-bar[data-kind="authnToken"], .life-bar[data-kind="profile"], .life-bar[data-kind="tempPass"] { --tone: var(--adobe); }
        .life-bar[data-kind="authzToken"] { --tone: var(--provider); }
        .life-bar[data-kind="mediaToken"] { --tone: var(--programmer); }
        .life-bar[data-kind="accessToken"], .life-bar[data-kind="registrationCode"] { --tone: var(--other); }
        .life-bar[data-kind="vsaAccount"], .life-bar[data-kind="samlAssertion"] { --tone: var(--vsa); }
        .life-bar[data-kind="vsaPermission"] { --tone: var(--vsa); }
        .life-bar[data-kind="providerSession"] { --tone: var(--user); }
        .needle { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--now);
          pointer-events: none; z-index: 2; }
        .chart footer { padding: 6px 14px 8px; border-top: 1px solid var(--line); font-size: 12.5px;
          color: var(--muted); }
        """#
}

// Written by Scripts/assets from Assets/panes.css.

extension PageStyle {
    /// The list, the exchange, the state.
    static let panes = #"""
        .panes { display: grid; gap: 12px; grid-template-columns: minmax(290px, 23fr) minmax(0, 50fr) minmax(300px, 25fr);
          align-items: start; }
        .pane { min-width: 0; overflow: hidden; display: flex; flex-direction: column;
          max-height: max(440px, calc(100vh - 130px)); }
        .pane > header { display: flex; align-items: center; gap: 6px 10px; flex-wrap: wrap; padding: 10px 14px;
          border-bottom: 1px solid var(--line); }
        .pane > header h2 { margin-right: auto; }
        .pane .body { overflow: auto; overscroll-behavior: contain; min-height: 80px; }
        .filter { display: flex; gap: 6px; width: 100%; }
        .filter input { flex: 1; min-width: 0; padding: 4px 10px; border: 1px solid var(--strong); border-radius: 7px;
          background: var(--surface); }
        .list { position: relative; }
        .list .item { position: absolute; left: 0; right: 0; display: grid; align-content: center;
          grid-template-columns: 46px minmax(0, 1fr) auto; gap: 0 8px; padding: 0 14px 0 8px; height: 44px; cursor: pointer;
          border-left: 4px solid transparent; }
        .list .item:hover { background: var(--raised); }
        .list .item[aria-selected="true"] { background: color-mix(in srgb, var(--now) 9%, var(--surface));
          border-left-color: var(--now); }
        .list .ordinal { font: 600 12px/20px var(--mono); text-align: right; color: var(--muted); }
        .list .what { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .list .what em { font-style: normal; font-weight: 400; color: var(--muted); font-size: 12px; }
        .list .status { font: 600 12.5px/20px var(--mono); text-align: right; max-width: 130px; max-height: 20px;
          overflow: hidden; }
        .list .took { max-width: 130px; overflow: hidden; }
        .list .fact { grid-column: 2; font-size: 12px; color: var(--muted); overflow: hidden; text-overflow: ellipsis;
          white-space: nowrap; }
        .list .took { font-size: 12px; color: var(--muted); text-align: right; font-variant-numeric: tabular-nums;
          white-space: nowrap; }
        .list [data-level="error"] .status { color: var(--error); }
        .list [data-level="refused"] .status { color: var(--warning); }
        .list .item.past .what { color: var(--text); } .list .item.future .what { color: var(--muted); font-weight: 400; }
        .list .step { position: absolute; left: 0; right: 0; height: 28px; padding: 7px 14px 0; font-size: 12px;
          font-weight: 650; color: var(--muted); background: var(--raised); border-top: 1px solid var(--line);
          overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .empty { padding: 18px 14px; color: var(--muted); }
        .detail { padding: 12px 14px 18px; container-type: inline-size; }
        .detail .line { font-family: var(--mono); font-size: 12.5px; overflow-wrap: anywhere; font-weight: 600;
          padding-bottom: 6px; }
        .detail .heading { font-size: 16px; font-weight: 650; overflow-wrap: anywhere; }
        .detail .notes { margin-top: 8px; display: grid; gap: 3px; }
        .detail .notes li { overflow-wrap: anywhere; padding-left: 14px; position: relative; }
        .detail .notes li::before { content: "›"; position: absolute; left: 2px; color: var(--muted); }
        .detail .actions { margin: 10px 0 2px; }
        .sides { display: grid; gap: 14px; margin-top: 12px; grid-template-columns: minmax(0, 1fr); }
        @container (min-width: 640px) { .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
        .sides h3, .opened h3 { margin-bottom: 4px; }
        .side { min-width: 0; }
        .fields { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 12.5px; }
        .fields th { width: 34%; text-align: left; font-weight: 400; color: var(--muted); padding: 2px 8px 2px 0;
          vertical-align: top; overflow-wrap: anywhere; }
        .fields td { font-family: var(--mono); font-size: 12px; padding: 2px 0; overflow-wrap: anywhere; }
        .fields tr + tr > * { border-top: 1px solid var(--line); }
        .side pre { margin: 8px 0 0; padding: 8px 10px; background: var(--raised); border: 1px solid var(--line);
          border-radius: 7px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; line-height: 1.5;
          max-height: 460px; overflow: auto; }
        .opened { margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
        .opened > summary { font-weight: 600; }
        .opened > summary small { font-weight: 400; color: var(--muted); }
        .opened .fields { margin-top: 6px; }
        .opened .meaning { color: var(--muted); font-family: system-ui, sans-serif; }
        .value { background: hsl(var(--hue) var(--tint-chroma) var(--tint-light)); border-radius: 3px;
          box-shadow: inset 0 -2px 0 hsl(var(--hue) 60% var(--tint-edge)); padding: 0 1px; cursor: pointer; }
        .state { padding: 10px 14px 16px; }
        .state h3 { margin: 14px 0 4px; color: var(--muted); font-size: 12px; display: flex;
          justify-content: space-between; }
        .state h3:first-child { margin-top: 0; }
        .state .thing { padding: 5px 0 5px 10px; border-top: 1px solid var(--line); border-left: 3px solid transparent;
          margin-left: -10px; }
        .state .thing[data-change] { border-left-color: var(--now);
          background: color-mix(in srgb, var(--now) 6%, var(--surface)); }
        .state .first { display: flex; gap: 4px 8px; align-items: baseline; flex-wrap: wrap; }
        .state .first b { overflow-wrap: anywhere; font-weight: 600; }
        .state .first .when { margin-left: auto; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .state .thing p { font-size: 12px; color: var(--muted); overflow-wrap: anywhere; }
        .state .change { font-size: 11px; font-weight: 700; color: var(--now); }
        .moment { border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; margin-bottom: 12px;
          background: var(--later); }
        .moment dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 12px; margin-top: 6px; }
        .moment dt { color: var(--muted); } .moment dd { overflow-wrap: anywhere; }
        .moment .pair { display: flex; gap: 6px; margin-top: 8px; flex-wrap: wrap; }
        .differences li { display: block; padding: 4px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; font-size: 13px; }
        """#
}

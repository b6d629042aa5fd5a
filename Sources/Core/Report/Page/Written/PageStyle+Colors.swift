// Written by Scripts/assets from Assets/colors.css.

extension PageStyle {
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
          color-scheme: dark;
        --ground: #0e131a; --surface: #161d26; --raised: #1b2430; --line: #2a3543; --strong: #435264;
        --text: #e7ecf2; --muted: #9eabba; --accent: #8db3ff; --on-accent: #0d1b36; --focus: #8db3ff;
        --ok: #64d69d; --ok-ground: #14322a; --warning: #f1c46b; --warning-ground: #362a12;
        --error: #ff958c; --error-ground: #3b1c1d; --later: #182134; --later-line: #212d47;
        --user: #b8c3cf; --vsa: #c3a0f5; --adobe: #86adf8; --provider: #63cdd2; --programmer: #f0a873;
        --other: #9aa6b4; --bar-text: #0e131a; --now: #ff7fb8;
        --tint-chroma: 45%; --tint-light: 22%; --tint-edge: 65%;
        } }
        :root[data-theme="dark"] {
          color-scheme: dark;
        --ground: #0e131a; --surface: #161d26; --raised: #1b2430; --line: #2a3543; --strong: #435264;
        --text: #e7ecf2; --muted: #9eabba; --accent: #8db3ff; --on-accent: #0d1b36; --focus: #8db3ff;
        --ok: #64d69d; --ok-ground: #14322a; --warning: #f1c46b; --warning-ground: #362a12;
        --error: #ff958c; --error-ground: #3b1c1d; --later: #182134; --later-line: #212d47;
        --user: #b8c3cf; --vsa: #c3a0f5; --adobe: #86adf8; --provider: #63cdd2; --programmer: #f0a873;
        --other: #9aa6b4; --bar-text: #0e131a; --now: #ff7fb8;
        --tint-chroma: 45%; --tint-light: 22%; --tint-edge: 65%;
        }
        :root[data-theme="light"] { color-scheme: light; }
        """#
}

// Written by Scripts/assets from Assets/words.js.

extension PageScript {
    /// Elements, times, spans of time.
    static let words = #"""
        const make = (name, attributes, ...children) => {
          const element = document.createElement(name);
          for (const [key, value] of Object.entries(attributes || {})) {
            if (value === undefined || value === null || value === false) continue;
            if (key === "click") element.addEventListener("click", value);
            else if (key === "text") element.textContent = value;
            else if (key === "style") Object.assign(element.style, value);
            else if (key.startsWith("--")) element.style.setProperty(key, value);
            else element.setAttribute(key, value === true ? "" : value);
          }
          element.append(...children.flat(3).filter((child) => child !== null && child !== undefined
            && child !== ""));
          return element;
        };
        // As PackedJSON wrote it.
        const unpacked = ({ shapes, words, value }) => {
          const before = new Map();
          const text = (one, key) => {
            if (one[0] === "~") return words[one.slice(1)];
            const end = one[0] === "^" ? one.indexOf("|") : -1;
            const whole = end < 0 ? one : (before.get(key) || "").slice(0, one.slice(1, end)) + one.slice(end + 1);
            before.set(key, whole);
            return whole;
          };
          const open = (one, key) => {
            if (typeof one === "string") return text(one, key);
            if (!Array.isArray(one)) return one;
            const count = one.length - 1, names = shapes[one[0]];
            const whole = names ? {} : new Array(count);
            for (let place = 0; place < count; place += 1) {
              const name = names ? names[place] : key;
              whole[names ? name : place] = open(one[place + 1], name);
            }
            return whole;
          };
          return open(value, "");
        };
        const vector = (name, attributes) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", name);
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          return element;
        };
        const plural = (count, noun) => count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
        // The two largest units, as `kinescope state` has them.
        const distance = (microseconds) => {
          const milliseconds = Math.floor(Math.abs(microseconds) / 1000);
          if (milliseconds < 10000) {
            const seconds = Math.floor(milliseconds / 1000), rest = milliseconds % 1000;
            return seconds === 0 ? `${rest} ms` : rest === 0 ? `${seconds} s` : `${seconds} s ${rest} ms`;
          }
          let rest = Math.round(milliseconds / 1000);
          const parts = [];
          for (const [unit, length] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
            const count = Math.floor(rest / length);
            if (parts.length > 0 || count > 0) parts.push(`${count} ${unit}`);
            rest %= length;
          }
          const shown = parts.slice(0, 2);
          while (shown.length > 1 && shown[shown.length - 1].startsWith("0 ")) shown.pop();
          return shown.join(" ");
        };
        // The largest unit of a long gap, rounded: it is a label, and the instants are elsewhere.
        const roughly = (microseconds) => {
          const seconds = microseconds / 1e6;
          for (const [unit, length] of [["d", 86400], ["h", 3600], ["min", 60]]) {
            if (seconds >= length) return `${Math.round(seconds / length)} ${unit}`;
          }
          return `${Math.round(seconds)} s`;
        };
        const took = (microseconds) => {
          if (microseconds === undefined) return "";
          if (microseconds < 999950) return `${(microseconds / 1000).toFixed(1)} ms`;
          return microseconds < 60e6 ? `${(microseconds / 1e6).toFixed(2)} s` : distance(microseconds);
        };
        // The clock since the beginning: 0.140, 1:02.345, 31 d 0:00:00.000.
        const clock = (microseconds) => {
          const total = Math.round(Math.abs(microseconds) / 1000), sign = microseconds < 0 ? "-" : "";
          const seconds = Math.floor(total / 1000), fraction = "." + String(total % 1000).padStart(3, "0");
          if (seconds < 60) return `${sign}${seconds}${fraction}`;
          const two = (value) => String(value).padStart(2, "0");
          const low = two(seconds % 60) + fraction, minutes = Math.floor(seconds / 60) % 60;
          if (seconds < 3600) return `${sign}${minutes}:${low}`;
          const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
          return `${sign}${days > 0 ? `${days} d ` : ""}${hours}:${two(minutes)}:${low}`;
        };
        const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        const date = (instant) => {
          const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(instant || "");
          if (!match) return { day: instant || "", time: "" };
          return { day: `${Number(match[3])} ${months[match[2] - 1]} ${match[1]}`, time: match[4],
            fine: match[4] + (match[5] || "") };
        };
        const eventTitle = (event) => event.name + (event.status ? ` → ${event.status}` : "");
        const eventKey = (event) => {
          if (event.ordinal === undefined) return "";
          const sign = { vsaCall: "vsa", exchange: "", request: "", step: "step" }[event.type];
          return sign === undefined ? "" : `${sign}${event.ordinal}`;
        };
        const turnTheme = () => {
          const root = document.documentElement;
          const isDark = root.dataset.theme ? root.dataset.theme === "dark"
            : matchMedia("(prefers-color-scheme: dark)").matches;
          root.dataset.theme = isDark ? "light" : "dark";
        };
        const drawKeys = (list) => make("dialog", { "aria-label": "Keys" }, make("h2", { text: "Keys" }),
          make("dl", {}, list.flatMap(([keys, text]) => [make("dt", { text: keys }), make("dd", { text })])),
          make("form", { method: "dialog" }, make("button", { class: "button", text: "Close" })));
        const drawPageButtons = (help) => [
          make("button", { class: "button", click: () => help.showModal(), "aria-keyshortcuts": "?" }, "Keys",
            make("kbd", { text: "?" })),
          make("button", { class: "button", click: turnTheme }, "Light / dark")];
        const copy = (text, what) => {
          const byHand = () => {
            const area = make("textarea", { class: "hidden" });
            area.value = text;
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
          };
          const done = () => toast(`Copied: ${what}`);
          if (!navigator.clipboard) { byHand(); done(); return; }
          navigator.clipboard.writeText(text).catch(byHand).then(done);
        };
        const notice = make("div", { class: "toast", role: "status", "aria-live": "polite" });
        let noticeTimer = 0;
        const toast = (text) => {
          notice.textContent = text;
          clearTimeout(noticeTimer);
          noticeTimer = setTimeout(() => { notice.textContent = ""; }, 2400);
        };
        """#
}

"""What holds for every page of ours in a browser, whatever it shows: nothing beside the window, text that can be read, no error."""

import json

# The texts that can be seen, with less contrast against their ground than WCAG AA asks for: 4.5 to 1, or 3 to 1 if they are large.
CONTRAST = r"""(() => {
  const parse = (text) => {
    let match = /^rgba?\(([^)]*)\)/.exec(text);
    if (match) { const [r, g, b, a] = match[1].split(/[ ,\/]+/).filter(Boolean).map(Number); return [r, g, b, a ?? 1]; }
    match = /^color\(srgb ([^)]*)\)/.exec(text);
    if (match) { const [r, g, b, a] = match[1].split(/[ \/]+/).filter(Boolean).map(Number); return [r * 255, g * 255, b * 255, a ?? 1]; }
    return null;
  };
  const over = (top, ground) => [0, 1, 2].map((place) => top[place] * top[3] + ground[place] * (1 - top[3])).concat(1);
  const luminance = (color) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
    const part = color[place] / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
  const holds = (rect, x, y) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript, dialog:not([open]), .hidden, :disabled")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (!box.width || !box.height) continue;
    const layers = [];
    let opacity = 1, isPicture = false;
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one), color = parse(style.backgroundColor);
      opacity *= Number(style.opacity);
      if (one !== document.documentElement && one !== document.body && !holds(one.getBoundingClientRect(), x, y)) continue;
      if (style.backgroundImage !== "none") { isPicture = true; break; }
      if (color && color[3] > 0) { layers.push(color); if (color[3] === 1) break; }
    }
    if (isPicture) continue;
    let ground = [255, 255, 255, 1];
    for (const layer of layers.reverse()) ground = over(layer, ground);
    const style = getComputedStyle(element), color = parse(style.color);
    if (!color) continue;
    const text = over([color[0], color[1], color[2], color[3] * opacity], ground);
    const [one, other] = [luminance(text), luminance(ground)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    if (ratio >= (isLarge ? 3 : 4.5) - 0.01) continue;
    const path = [element, element.parentElement].map((part) => part.tagName.toLowerCase() + (part.className && part.className.split
      ? "." + part.className.trim().split(/\s+/).join(".") : "")).reverse().join(" > ");
    if (!found.has(path)) found.set(path, `${path}: ${ratio.toFixed(2)} to 1, "${node.data.trim().slice(0, 40)}"`);
  }
  return [...found.values()];
})()"""

# What lies beside the window, and cannot be scrolled to within something of its own.
WIDTH = """(() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > page.clientWidth + 1);
  return [`${page.scrollWidth} of ${page.clientWidth} px`, ...wide.slice(0, 5).map((one) => `${one.tagName} ${one.className}`)];
})()"""


def appearance(browser):
    """What is wrong with what the page shows."""
    wrong = [f"beside the window: {what}" for what in browser.read(WIDTH)]
    wrong += [f"contrast: {what}" for what in browser.read(CONTRAST)]
    if len(browser.read("document.body.innerText.trim()")) < 100:
        wrong.append("the page is blank")
    unnamed = browser.read("""[...document.querySelectorAll("button, input, select")].filter((one) => one.checkVisibility()
      && !(one.textContent.trim() || one.ariaLabel || one.placeholder || one.labels?.length)).length""")
    if unnamed:
        wrong.append(f"{unnamed} controls have no name")
    return wrong


def logged(browser, allowed, expected=()):
    """What the pages logged as wrong but for what is `expected`, and the requests to anything but what `allowed` begins with."""
    wrong = [f"console: {entry['message'][:300]}" for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")
             and not any(text in entry["message"] for text in expected)]
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] != "Network.requestWillBeSent":
            continue
        url = message["params"]["request"]["url"]
        if not url.startswith((*allowed, "data:", "about:", "chrome:")):
            wrong.append(f"asked for {url[:200]}")
    return wrong

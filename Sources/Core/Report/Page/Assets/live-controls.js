// The forms: each writes a step as `kinescope control` takes it.

const field = (form, label, name, attributes, choices) => {
  const input = choices ? make("select", { name }, choices.map((choice) => make("option", { text: choice })))
    : make("input", { name, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      ...attributes });
  form.inputs[name] = input;
  return make("label", { class: (attributes || {}).wide ? "wide" : null }, label, input);
};
const controlCommand = "kinescope control" + (["", "8080"].includes(location.port) ? ""
  : ` --port ${location.port}`);
class Controls {
  constructor(live) {
    this.live = live;
    this.outcome = make("div", { class: "outcome", role: "status", "aria-live": "polite" });
    this.forms = [
      this.form("Subscription", [["User", "user", { placeholder: "wren" }],
        ["Provider", "provider", { placeholder: "all of theirs" }]],
      [["Revoke", (value) => value.user && `revoke ${value.user} ${value.provider}`],
        ["Reinstate", (value) => value.user && `reinstate ${value.user} ${value.provider}`]]),
      this.form("Degradation", [["Provider", "provider", { placeholder: "Meadowlark" }],
        ["Mode", "mode", {}, ["authn-all", "authz-all", "authz-none"]]],
      [["Degrade", (value) => value.provider && `degrade ${value.provider} ${value.mode}`],
        ["End", (value) => value.provider && `end degradation ${value.provider}`]]),
      this.form("Fault", [["Kind", "kind", {}, ["status 503", "page 502", "offline", "timeout 30s", "reset",
        "slow 2s", "garbage body", "truncated body"]], ["Operation", "on", { placeholder: "all" }],
      ["Times", "times", { inputmode: "numeric", placeholder: "until cleared" }]],
      [["Set", (value) => `fault {kind: ${value.kind}${value.on ? `, on: ${value.on}` : ""}`
        + `${value.times ? `, times: ${value.times}` : ""}}`], ["Clear all", () => "clear faults"]]),
      this.form("Apple’s permission", [["Access status", "status", {}, ["granted", "denied", "restricted",
        "notDetermined"]]], [["Set", (value) => `vsa permission ${value.status}`]]),
      this.form("Any steps", [["As kinescope control takes them", "steps", { wide: true,
        placeholder: "age 31d; rate 60" }]], [["Send", (value) => value.steps]])];
    this.reset = make("fieldset", {}, make("legend", { text: "Begin again" }),
      make("div", { class: "send" }, make("button", { class: "button",
        click: () => this.live.reset(this.reset) }, "Forget requests and changes"), make("code", { text: `${controlCommand} --reset` })));
    this.element = make("section", { class: "card control-card", "aria-label": "Control" },
      make("h2", { text: "Control" }),
      make("div", { class: "controls" }, this.outcome, this.forms, this.reset));
  }
  form(title, fields, buttons) {
    const form = { inputs: {} };
    const value = () => Object.fromEntries(Object.entries(form.inputs).map(([name, input]) => [name,
      input.value.trim()]));
    const shown = make("code");
    const show = () => {
      const step = buttons[0][1](value());
      shown.textContent = step ? `${controlCommand} '${step.trim().replaceAll("'", "'\\''")}'` : "";
    };
    const send = (write) => {
      const step = write(value());
      if (step) this.live.send(step.trim(), element); else Object.values(form.inputs)[0].focus();
    };
    const element = make("form", {}, make("fieldset", {}, make("legend", { text: title }),
      make("div", { class: "inputs" }, fields.map((one) => field(form, ...one))),
      make("div", { class: "send" }, buttons.map(([text, step], place) => make("button", { class: "button",
        type: place === 0 ? "submit" : "button", text, click: place === 0 ? undefined
          : () => send(step) })), shown)));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      send(buttons[0][1]);
    });
    element.addEventListener("input", show);
    show();
    return element;
  }
  enable(isEnabled) {
    for (const set of this.element.querySelectorAll("fieldset")) set.disabled = !isEnabled;
  }
  // Shows what came of it, where it was sent from.
  say(messages, isError, near) {
    if (near) near.append(this.outcome); else this.forms[0].before(this.outcome);
    this.outcome.dataset.level = isError ? "error" : "ok";
    this.outcome.replaceChildren(...messages.map((text) => make("p", { text })));
  }
}

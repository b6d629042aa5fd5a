// Written by Scripts/assets from Assets/summary.js.

extension PageScript {
    /// The first glance: verdict, what expires, 31 days later, the ribbon, the findings, what differs.
    static let summary = #"""
        const verdictWords = { ok: "Succeeded", warning: "Succeeded, with findings", error: "Failed",
          unknown: "Not shown" };
        const drawTop = (app) => {
          const names = app.models.map((model) => model.name).join(" and ");
          const model = app.model, begins = date(model.startedAt);
          const counts = model.isScenario ? [] : [plural(model.exchangeCount, "exchange")];
          if (model.vsaCallCount) counts.push(plural(model.vsaCallCount, "VSA call"));
          if (model.userActionCount) counts.push(plural(model.userActionCount, "user action"));
          const facts = [model.client, `${begins.day}, ${begins.time} UTC`, `${took(model.end)} long`,
            counts.join(", ")];
          return make("div", { class: "top" },
            make("div", {},
              make("h1", { text: names }),
              make("p", { text: facts.filter(Boolean).join(" · ") }),
              model.isRedacted || model.isScenario ? null : make("p", {}, make("span", { class: "tag", "data-level": "warning",
                text: "holds secrets: do not pass this page on" }))),
            make("div", { class: "actions" },
              make("button", { class: "button", click: () => app.copyTicket() }, "Copy for a ticket"),
              drawPageButtons(app.help)));
        };
        // The time of day, and day and year where they are not the recording's.
        const shortDate = (instant, reference) => {
          const one = date(instant), other = date(reference);
          const day = one.day.slice(-4) === other.day.slice(-4) ? one.day.slice(0, -5) : one.day;
          return one.day === other.day ? one.time : `${day}, ${one.time}`;
        };
        // What the sign-in is kept by is listed in any case, of several things of one name the last.
        const signInKinds = ["authnToken", "tempPass", "profile"];
        const nextOf = (expiring) => {
          const last = [...new Map(expiring.map((life) => [life.name, life])).values()]
            .sort((one, other) => one.expiresMicroseconds - other.expiresMicroseconds);
          const kept = last.filter((life) => signInKinds.includes(life.kind)).slice(0, 3);
          const others = last.filter((life) => !kept.includes(life)).slice(0, 6 - kept.length);
          return last.filter((life) => kept.includes(life) || others.includes(life));
        };
        const drawSummary = (app, model) => {
          const expiring = model.expiring, listed = nextOf(expiring);
          const names = new Set(expiring.map((life) => life.name));
          const worst = model.findings.filter((finding) => finding.level !== "note");
          const next = make("ul", { class: "next" }, listed.map((life) => make("li", {},
            make("button", { text: [life.title, ...life.name.split(" ").slice(1)].join(" "),
              title: `${life.name}: show the state at this expiration`,
              click: () => app.goToExpiration(model, life.entry) }),
            make("span", { class: "when number", text: `in ${distance(life.expiresMicroseconds - model.end)}` }),
            make("span", { class: "at number", text: shortDate(life.expiresAt, model.startedAt),
              title: `${life.expiresAt}, by ${life.knowledge}` }))));
          const more = names.size - listed.length;
          const outlook = model.outlook || {};
          const later = make("section", { class: "card later" }, make("h2", { text: "31 days later" }));
          if (model.isForked || model.isScenario) later.firstChild.textContent = model.isScenario ? "What was requested"
            : "After the fork";
          if (outlook.message) {
            later.append(make("p", {}, make("strong", { text: outlook.message })),
              make("p", { class: "muted", text: `By the simulated service on ${date(outlook.returnsAt).day}, if the user plays then.` }));
          }
          if (model.verdict.later) later.append(make(outlook.message ? "small" : "p",
            { text: `By the recording: ${model.verdict.later}` }));
          if (outlook.lines && outlook.lines.length) later.append(drawLines("What is requested then", outlook.lines));
          if (outlook.continuation) {
            later.append(drawLines(model.forkSteps || "First to last", outlook.continuation, true));
          }
          return make("div", { class: "summary" },
            make("section", { class: "card verdict", "data-level": model.verdict.level },
              make("h2", {}, app.models.length > 1 ? model.name : "What happened",
                make("span", { class: "tag", "data-level": model.verdict.level,
                  text: verdictWords[model.verdict.level] })),
              make("p", { class: "sentence", text: model.verdict.message }),
              make("p", { class: "parting", text: model.verdict.parting }),
              worst.length ? make("ul", { class: "first", "aria-label": "First findings" }, worst.slice(0,
                3).map((finding) =>
                make("li", {}, make("span", { class: "flag", "data-level": finding.level, text: finding.number }),
                  make("button", { text: finding.message, title: finding.message,
                    click: () => app.chooseFinding(model, finding) })))) : null),
            make("section", { class: "card" }, make("h2", { text: model.isForked || model.isScenario
              ? `Expires after ${model.what} (UTC)` : "Expires next (UTC)" }),
              expiring.length ? next : make("p", { class: "muted", text: "Nothing is left that expires." }),
              more > 0 ? make("small", { class: "muted", text: `and ${more} more, in Lives below` }) : null),
            later);
        };
        const drawLines = (title, lines, isOpen) => make("details", { open: isOpen }, make("summary",
          { text: title }),
          make("div", { class: "lines" }, lines.flatMap(([actors, what, status, fact, count]) => [
            make("span", { class: "muted", text: actors }),
            make("span", {}, make("strong", { text: what }), ` ${fact}`),
            make("span", { class: "mono", text: [status, count].filter(Boolean).join(" ") })])));

        const stateMarks = { done: "✓", failed: "✕", skipped: "–" };
        const stateWords = { done: "done", failed: "failed", skipped: "skipped" };
        const drawRibbon = (app, model) => make("ol", { class: "card ribbon", "aria-label": "Steps" },
          model.steps.map((step, place) => {
            const ordinals = [...step.exchanges, ...step.vsaCalls.map((ordinal) => `vsa${ordinal}`)];
            const shown = ordinals.length > 4 ? `${ordinals[0]} … ${ordinals[ordinals.length - 1]}`
              : ordinals.join(" ");
            const title = `${step.name ? step.name + " " : ""}${step.title}${step.result ? " " + step.result : ""}`;
            const isNamed = step.name !== "";
            return make("li", { class: isNamed ? "named" : null, "data-state": step.state, "data-step": place },
              make("button", { title, "aria-label": `${title}: ${stateWords[step.state]}${shown ? `, exchanges ${shown}` : ""}`,
                disabled: ordinals.length === 0 && step.state === "skipped" ? true : null,
                click: () => { if (ordinals.length) app.choose(model, `${ordinals[0]}`); } },
              make("span", { class: "dot", text: stateMarks[step.state], "aria-hidden": "true" }),
              make("span", { class: "name", text: isNamed ? step.name : step.title }),
              isNamed && step.state !== "skipped"
                ? make("span", { class: "title", text: step.title + (step.result ? ` ${step.result}` : "") }) : null,
              shown ? make("span", { class: "ordinals", text: shown }) : null));
          }));
        const markRibbon = (ribbon, step) => {
          for (const item of ribbon.children) {
            const isNow = Number(item.dataset.step) === step;
            item.dataset.now = String(isNow);
            if (isNow) ribbon.scrollLeft = item.offsetLeft - ribbon.offsetLeft - ribbon.clientWidth / 2;
          }
        };

        const drawFindings = (app, model) => {
          const worst = model.findings.filter((finding) => finding.level !== "note");
          const notes = model.findings.filter((finding) => finding.level === "note");
          const row = (finding) => make("li", { "data-number": finding.number },
            make("span", { class: "flag", "data-level": finding.level, text: finding.number }),
            make("span", { text: finding.level }),
            finding.exchanges.length + finding.vsaCalls.length > 0
              ? make("button", { text: finding.place || "show", click: () => app.chooseFinding(model, finding) })
              : make("span", { class: "muted", text: finding.place }),
            make("span", { class: "message", text: finding.message }));
          if (!model.findings.length) return null;
          return make("section", { class: "card findings", "aria-label": "Findings" },
            make("h2", { text: worst.length ? "Findings" : "Findings: notes only" }),
            worst.length ? make("ul", {}, worst.slice(0, 12).map(row)) : null,
            worst.length > 12 ? make("details", {}, make("summary", { text: `${worst.length - 12} more` }),
              make("ul", {}, worst.slice(12, 500).map(row))) : null,
            notes.length ? make("details", {}, make("summary", { text: plural(notes.length, "note") }),
              make("ul", {}, notes.slice(0, 500).map(row))) : null);
        };
        const drawDifferences = (app) => {
          if (app.models.length < 2) return null;
          const differences = app.data.differences;
          const line = (difference) => {
            const place = difference.first || difference.second, model = app.models[difference.first ? 0 : 1];
            const key = place.exchange !== undefined ? `${place.exchange}` : `vsa${place.vsaCall}`;
            return make("li", {}, make("button", { text: difference.message, click: () => app.choose(model, key) }));
          };
          return make("section", { class: "card findings differences", "aria-label": "What differs" },
            make("h2", { text: `What differs: ${plural(differences.length, "difference")}` }),
            make("ul", {}, differences.slice(0, 8).map(line)),
            differences.length > 8 ? make("details", {}, make("summary", { text: `${differences.length - 8} more` }),
              make("ul", {}, differences.slice(8, 500).map(line))) : null);
        };
        """#
}

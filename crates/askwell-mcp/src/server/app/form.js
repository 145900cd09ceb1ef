"use strict";
(() => {
  const root = document.getElementById("app");
  // The words come with the result and with each view, in the language of the person.
  let WORDS = {};
  const filled = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const speak = (data) => {
    WORDS = data?.words ?? WORDS;
    if (WORDS.title) document.title = WORDS.title;
    if (data?.language) document.documentElement.lang = data.language;
    if (data?.direction) document.documentElement.dir = data.direction;
    return data;
  };
  let host = {}, prompt = null, shown = null, touched = new Set(), all = false, turn = 0, timer = 0, busy = false;
  // While a button is pressed, nothing moves: else the click misses it.
  let pressed = false, held = null;
  addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => {
    pressed = false;
    if (held && !busy) apply(held);
    held = null;
  }));
  const apply = (data) => { if (data.state === "open") update(data); else finish(data); };

  // JSON-RPC with the host.
  const waiting = new Map();
  let next = 1;
  const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params = {}) => post({ method, params });
  const request = (method, params) => new Promise((done, fail) => {
    waiting.set(next, { done, fail });
    post({ id: next++, method, params });
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    if (!data.method) {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error) asked?.fail(new Error(data.error.message)); else asked?.done(data.result);
    } else if (data.id != null) {
      const known = ["ping", "ui/resource-teardown"].includes(data.method);
      post(known ? { id: data.id, result: {} } : { id: data.id, error: { code: -32601, message: "there is no such method" } });
    } else if (data.method === "ui/notifications/tool-result") begin(data.params);
    else if (data.method === "ui/notifications/host-context-changed") { host.hostContext = { ...host.hostContext, ...data.params }; dress(data.params); }
  });

  /// Takes over the host's theme, language and direction.
  function dress(context = {}) {
    const { style } = document.documentElement;
    if (context.theme) style.colorScheme = context.theme;
    for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
      if (name.startsWith("--") && value) style.setProperty(name, value);
    }
    if (context.locale) {
      document.documentElement.lang = context.locale;
      try {
        const locale = new Intl.Locale(context.locale);
        document.documentElement.dir = (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
      } catch { /* not a language */ }
    }
  }

  function make(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value == null || value === false) continue;
      if (key in made && key !== "list") made[key] = value; else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child != null));
    return made;
  }
  const text = (content, more = {}) => content ? make("p", { textContent: content, dir: "auto", ...more }) : null;

  /// Calls the app's tool. Returns what to show, or throws.
  async function call(action, answers) {
    const result = await request("tools/call", { name: "askwell_form", arguments: { ticket: prompt.ticket, action, ...(host.hostContext?.locale && { locale: host.hostContext.locale }), ...(answers && { answers }) } });
    if (result.isError || !result.structuredContent) throw new Error(result.content?.[0]?.text ?? WORDS.failed);
    return speak(result.structuredContent);
  }

  async function begin(result) {
    prompt = result?._meta?.["io.askwell/app"] ?? null;
    if (!prompt) { root.replaceChildren(); return; }
    speak(prompt);
    if (!prompt.ticket) { root.replaceChildren(...page(WORDS.page, WORDS.open, "main")); return; }
    try { draw(await call("view")); } catch (error) {
      root.replaceChildren(text(error.message, { role: "alert" }), ...(prompt.url ? page(WORDS.page, WORDS.open, "main") : []));
    }
  }

  /// The way to the page.
  function page(says, label, look) {
    const status = make("p", { role: "status" });
    const open = make("button", { type: "button", className: look, textContent: label });
    open.onclick = async () => {
      let opened = false;
      try { opened = !(await request("ui/open-link", { url: prompt.url }))?.isError; } catch { /* the host cannot */ }
      status.textContent = opened ? "" : filled(WORDS.refused, { link: prompt.url });
    };
    const [before, after] = (WORDS.code ?? "").split("{code}");
    const code = prompt.code ? make("p", {}, before, make("code", { textContent: prompt.code }), after ?? "") : null;
    return [text(says), code, make("div", { className: "actions" }, open), status].filter(Boolean);
  }

  function draw(data) {
    if (data.state !== "open") { finish(data); return; }
    shown = new Map();
    const items = data.items.map((item) => item.display != null ? display(item) : field(item));
    const alert = make("p", { className: "problem", role: "alert" });
    const submit = make("button", { type: "button", className: "main", textContent: WORDS.submit });
    const decline = make("button", { type: "button", textContent: WORDS.decline });
    // Not a form element: a sandbox without `allow-forms` blocks its submission before the script hears of it.
    const form = make("div", { className: "form", role: "form", "aria-labelledby": "title" }, ...items, alert,
      make("div", { className: "actions" }, submit, decline));
    submit.onclick = () => send("submit", alert);
    form.onkeydown = (event) => {
      if (event.key === "Enter" && event.target.matches("input") && !event.isComposing) send("submit", alert);
    };
    decline.onclick = () => send("decline", alert);
    form.oninput = ({ target }) => { touched.add(target.dataset.field); later(300); };
    form.onchange = ({ target }) => { touched.add(target.dataset.field); later(0); };
    root.replaceChildren(make("h1", { id: "title", textContent: data.title, dir: "auto" }),
      ...[data.message, data.description].map((said) => text(said)).filter(Boolean), form);
    update(data);
  }

  function display(item) {
    const image = item.image && make("img", { src: item.image.source, alt: item.image.description });
    return make("div", { className: "display" }, text(item.label, { className: "label" }), text(item.content), image);
  }

  function field(item) {
    const id = `f-${item.id}`;
    const hints = [item.description, item.help].filter(Boolean).map((said, index) => text(said, { id: `${id}-h${index}`, className: "quiet" }));
    const problem = make("p", { id: `${id}-p`, className: "problem", hidden: true });
    const describedBy = [...hints.map((hint) => hint.id), problem.id].join(" ");
    const common = { "data-field": item.id, "aria-describedby": describedBy, disabled: !item.enabled || item.readonly };
    const optional = make("span", { className: "quiet" });
    const group = (type, options) => {
      const inputs = options.map(([value, title]) => {
        const input = make("input", { type, name: id, value, ...common });
        return [input, make("label", { className: "choice" }, input, make("span", { textContent: title, dir: "auto" }))];
      });
      const set = make("fieldset", {}, make("legend", {}, make("span", { textContent: item.label, dir: "auto" }), optional), ...hints, ...inputs.map(([, label]) => label), problem);
      return [set, inputs.map(([input]) => input)];
    };
    let box, controls, read, write;
    const options = (item.options ?? []).map(({ value, title }) => [value, title]);
    if (item.kind === "multi_select" || item.labels || (item.kind === "select" && item.style !== "dropdown" && (item.style === "radio" || options.length <= 4))) {
      const many = item.kind === "multi_select";
      [box, controls] = group(many ? "checkbox" : "radio", item.labels ? [["true", item.labels[0]], ["false", item.labels[1]]] : options);
      write = (value) => {
        const given = [value ?? []].flat().map(String);
        for (const input of controls) input.checked = given.includes(input.value);
      };
      write(item.value);
      read = () => {
        const chosen = controls.filter((input) => input.checked).map((input) => input.value);
        return many ? (chosen.length ? chosen : undefined) : chosen[0];
      };
    } else if (item.kind === "boolean") {
      const input = make("input", { type: "checkbox", id, checked: item.value === true || item.value === "true", ...common });
      controls = [input];
      box = make("div", {}, make("label", { className: "choice label" }, input, make("span", {}, make("span", { textContent: item.label, dir: "auto" }), optional)), ...hints, problem);
      read = () => input.checked;
      write = (value) => { input.checked = value === true || value === "true"; };
    } else {
      const input = control(item, { id, ...common }, options);
      controls = [input];
      box = make("div", {}, make("label", { className: "label", htmlFor: id }, make("span", { textContent: item.label, dir: "auto" }), optional), ...hints, input, problem);
      write = (value) => { input.value = item.time ? local(value) : value ?? ""; };
      read = () => {
        if (item.time && input.value) return new Date(input.value).toISOString();
        return input.value === "" ? undefined : input.value;
      };
    }
    shown.set(item.id, { box, controls, read, write, problem, optional, item });
    return box;
  }

  /// A point in time as the input shows it.
  function local(value) {
    if (!value) return "";
    const moment = new Date(value);
    return new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }

  function control(item, common, options) {
    if (item.kind === "select") {
      const first = make("option", { value: "", textContent: WORDS.choose });
      const select = make("select", common, first, ...options.map(([value, title]) => make("option", { value, textContent: title })));
      select.value = item.value ?? "";
      return select;
    }
    const more = { ...common, placeholder: item.placeholder ?? "", autocomplete: item.autocomplete ?? "off", dir: "auto" };
    if (item.rows) return make("textarea", { ...more, rows: item.rows, value: item.value ?? "" });
    const types = { number: "text", url: "url", date: item.time ? "datetime-local" : "date" };
    const input = make("input", { type: types[item.kind] ?? item.input ?? "text", ...more });
    if (item.kind === "number") input.inputMode = item.integer && !(item.minimum < 0) ? "numeric" : "decimal";
    if (item.kind === "date" && item.minimum) input.min = item.minimum;
    if (item.kind === "date" && item.maximum) input.max = item.maximum;
    input.value = item.time ? local(item.value) : item.value ?? "";
    return input;
  }

  /// Whether the value follows from other answers: it is computed, or prefilled and not edited.
  const follows = (item) => item.computed || (item.prefill && !touched.has(item.id));

  /// Shows what the server computed: which fields there are, and their problems.
  function update(data) {
    for (const item of data.items) {
      const known = shown.get(item.id);
      if (!known) continue;
      const problems = all || touched.has(item.id) ? item.problems.join(" ") : "";
      if (follows(item) && JSON.stringify(item.value) !== JSON.stringify(known.item.value)) known.write(item.value);
      known.item = item;
      known.box.hidden = !item.visible;
      known.optional.textContent = item.required || item.computed ? "" : ` ${WORDS.optional}`;
      known.problem.textContent = problems;
      known.problem.hidden = !problems;
      for (const input of known.controls) {
        input.disabled = !item.enabled || item.readonly;
        if (["checkbox", "radio"].includes(input.type)) input.toggleAttribute("data-bad", Boolean(problems));
        else { input.setAttribute("aria-invalid", String(Boolean(problems))); input.required = item.required; }
      }
    }
  }

  function answers() {
    const given = {};
    for (const [id, { item, read }] of shown) {
      if (!item.visible || !item.enabled || follows(item)) continue;
      // A prefilled field that was emptied stays empty.
      const value = read() ?? (item.prefill ? "" : undefined);
      if (value !== undefined) given[id] = value;
    }
    return given;
  }

  function later(pause) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++turn;
      try {
        const data = await call("evaluate", answers());
        if (mine !== turn || busy) return;
        if (pressed) held = data; else apply(data);
      } catch { /* submitting tells */ }
    }, pause);
  }

  async function send(action, alert) {
    if (busy) return;
    busy = true;
    turn += 1;
    clearTimeout(timer);
    alert.textContent = "";
    try {
      const data = await call(action, action === "submit" ? answers() : undefined);
      if (data.state !== "open") { finish(data, true); return; }
      all = true;
      update(data);
      const wrong = data.items.find((item) => item.visible && item.problems?.length);
      alert.textContent = data.problems.join(" ") || (wrong ? WORDS.check : "");
      if (wrong) shown.get(wrong.id)?.controls[0].focus();
    } catch (error) {
      alert.textContent = error.message || WORDS.failed;
    } finally {
      busy = false;
    }
  }

  /// Says how it ended. If the person has just ended it, the model is told, without the answers: it gets those by its call.
  function finish(data, byPerson) {
    shown = new Map();
    root.replaceChildren(make("h1", { textContent: data.title ?? "", dir: "auto" }), text(WORDS[data.state] ?? data.state, { role: "status" }));
    if (!byPerson) return;
    const says = data.state === "answered" ? WORDS.sayAnswered : data.state === "declined" ? WORDS.sayDeclined : WORDS.sayClosed;
    const content = [{ type: "text", text: filled(says, data) }];
    if (host.hostCapabilities?.message) request("ui/message", { role: "user", content }).catch(() => {});
    else if (host.hostCapabilities?.updateModelContext) request("ui/update-model-context", { content }).catch(() => {});
  }

  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(document.documentElement);
  request("ui/initialize", { appInfo: { name: "askwell-form", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" }).then((result) => {
    host = result;
    dress(result.hostContext);
    notify("ui/notifications/initialized");
  }).catch(() => {});
})();

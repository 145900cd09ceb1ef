// The page of one elicitation.

function answer() {
  const token = one("input[name=':token']", form).value;
  const isForm = "form" in form.dataset;
  const fieldOf = (element) => element.closest?.("[data-field]");
  const field = (id) => one(`[data-field="${CSS.escape(id)}"]`, form);
  let over = false;
  let lost = false;

  const connected = (yes) => {
    if (over || lost === !yes) return;
    lost = !yes;
    // The pages of a person have a line for it.
    if (line) return cutOff(lost);
    tell(lost ? say("lost") : null);
  };
  const call = async (what, options = {}) => {
    let response;
    try {
      response = await fetch(path + what, { ...options, headers: { "x-askwell-token": token, ...options.headers } });
    } catch (error) {
      if (error.name !== "AbortError") connected(false);
      throw error;
    }
    connected(response.status < 500);
    return response;
  };
  // What the service says; nothing, if it does not.
  const ask = async (what, options) => {
    try {
      const response = await call(what, options);
      if (response.ok) return await response.json();
      if (response.status < 500) tell(say("unusable"), say("see-why"));
    } catch { /* said so already, or not wanted any more */ }
  };

  // Time

  // The time and some buttons stand outside of the form that they belong to.
  const box = one("[data-left]");
  const clock = one("[data-clock]");
  let end = box ? performance.now() + Number(box.dataset.left) : Infinity;
  let warned = false;
  const announce = (text) => {
    const place = box && one("[data-announce]", box);
    if (place) place.textContent = text;
  };
  const words = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  };
  const tick = () => {
    const left = Math.max(0, end - performance.now());
    if (clock) clock.textContent = words(Math.ceil(left / 1000));
    const near = left <= Number(box?.dataset.warn ?? 0);
    box?.classList.toggle("near", near);
    if (near && !warned) announce(say("near", { left: words(Math.ceil(left / 1000)) }));
    warned = near;
  };
  const showStatus = ({ status, left, extensions, by }) => {
    if (left != null) end = performance.now() + left;
    const more = one("[data-extend]");
    if (more) more.hidden = !extensions;
    if (status !== "open") close();
    if (status !== "open" && !over) {
      over = true;
      // It may be what was just sent: the page that comes says which. If none does, it is fetched.
      if (sending) return pause(15000).then(() => location.replace(path));
      // Done on another page, as it should be: this one says so.
      if ("external" in form.dataset) return location.replace(path);
      const what = (by && say(status + "-by", { name: by })) || say(status) || say("cancelled");
      tell(what, say("see-what"));
      drafts.forget();
      for (const button of form.elements) if (button.type === "submit") button.disabled = true;
      clearInterval(ticking);
      if (box) box.hidden = true;
    }
  };
  let sending = false;
  tick();
  const ticking = setInterval(tick, 1000);
  // A page in the background does not listen: browsers have few connections to one service, and
  // many pages may be open.
  const close = follow({
    address: () => !over && !document.hidden && path + "/live",
    hear: (news) => { connected(true); showStatus(news); },
    lost: () => connected(false),
  });

  addEventListener("click", async (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    const { reveal, steps, by, test } = button.dataset;
    if (reveal) {
      const input = document.getElementById(reveal);
      const shown = button.getAttribute("aria-pressed") !== "true";
      if (input.localName === "textarea") input.classList.toggle("masked", !shown);
      else input.type = shown ? "text" : "password";
      button.setAttribute("aria-pressed", shown);
      one("[data-word]", button).textContent = say(shown ? "hide" : "show");
    } else if (steps) {
      step(document.getElementById(steps), Number(by));
    } else if ("extend" in button.dataset) {
      event.preventDefault();
      const more = await ask("/extend", { method: "POST" });
      if (!more) return;
      showStatus(more.standing);
      tick();
      announce(more.says);
    } else if (test) {
      event.preventDefault();
      const place = one("[data-notes]", field(test));
      const body = pairs();
      body.set(":do", "test:" + test);
      place.textContent = say("testing");
      place.dataset.tested = one("input", field(test)).value;
      const verdict = await ask("/test", { method: "POST", body });
      place.replaceChildren(...(verdict ? [note(verdict.fine ? "fine" : "refused", verdict.says)] : []));
    }
  });
  // To the next number that the form counts: from its lower bound, if it has one.
  const step = (input, way) => {
    const [by, now, least] = [Number(input.dataset.step), Number(input.value), Number(input.dataset.least ?? 0)];
    if (!(by > 0) || isNaN(now) || input.readOnly || input.disabled) return;
    const count = (now - least) / by;
    const next = least + by * (way > 0 ? Math.floor(count + 1e-9) + 1 : Math.ceil(count - 1e-9) - 1);
    const digits = Math.max(...[input.dataset.step, input.dataset.least ?? ""].map((text) => text.split(".")[1]?.length ?? 0));
    const bounded = Math.min(Number(input.dataset.most ?? Infinity), Math.max(Number(input.dataset.least ?? -Infinity), next));
    input.value = bounded.toFixed(digits);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  form.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || !event.target.dataset?.step) return;
    event.preventDefault();
    step(event.target, way);
  });
  const note = (kind, ...parts) => {
    const p = document.createElement("p");
    p.className = kind;
    p.append(...parts);
    return p;
  };
  const leads = (host) => {
    const name = Object.assign(document.createElement("bdi"), { className: "host", dir: "ltr", textContent: host });
    const [before, after] = say("leads").split("{host}");
    return note("leads", before, name, after ?? "");
  };

  // Sending: only over a line that is there, and never in the middle of an upload.

  let [uploading, settleStyles] = [() => 0, async () => {}];
  let pressed;
  form.addEventListener("submit", async (event) => {
    if (sending) return;
    event.preventDefault();
    const button = (pressed = event.submitter);
    save();
    // Rows that move take their names from each other: what comes with the next page counts.
    const [, rows] = /^(?:add|remove|up|down):([^.]+)/.exec(button?.value ?? "") ?? [];
    const draft = rows && drafts.read();
    if (draft) drafts.write({ ...draft, texts: Object.fromEntries(Object.entries(draft.texts ?? {}).filter(([name]) => !name.startsWith(rows + "."))) });
    await settleStyles();
    for (;;) {
      while (uploading()) await pause(200);
      try {
        if ((await call("", { method: "HEAD" })).status < 500) break;
      } catch {
        // In the inbox nothing leaves by itself later; a page that was opened by its link tries again.
        if (line) return cutOff(true);
      }
      await pause(2000);
    }
    // The last button counts.
    if (pressed !== button || sending) return;
    // Browsers remember what was typed where it can be read.
    for (const shown of all("[data-reveal][aria-pressed=true]", form)) shown.click();
    sending = true;
    form.requestSubmit(button);
  });
  addEventListener("pageshow", () => { sending = false; });

  // The review page has nothing to type, and so nothing to keep.
  if (!isForm) return;

  function pairs() {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    return body;
  }

  // Drafts

  // A secret that is shown is one all the same.
  const kept = (input) => input.name && !/:remove$/.test(input.name) && ("prefill" in input.dataset || !/file|hidden|submit/.test(input.type)) && !input.dataset.slides && !input.closest(".secret");
  let saving;
  function save() {
    if (!isForm) return;
    clearTimeout(saving);
    saving = 0;
    const [texts, titles] = [{}, {}];
    for (const input of form.elements) {
      if (!kept(input)) continue;
      const values = (texts[input.name] ??= []);
      if (/checkbox|radio/.test(input.type) && !input.checked) continue;
      values.push(input.value);
      // Of a long list, only a part comes with the page.
      if (input.closest("[data-found]")) (titles[input.name] ??= []).push((input.selectedOptions ?? input.labels)[0]?.textContent);
    }
    const files = {};
    for (const place of all("[data-upload]", form)) {
      const file = one("[data-kept] input[type=hidden]", place);
      if (file) files[place.dataset.upload] = { location: file.value, name: one("bdi", place)?.textContent, size: one(".size", place)?.textContent };
    }
    // A step has only its own fields.
    const before = "steps" in form.dataset ? drafts.read() : null;
    if (drafts.write({ at: Date.now(), texts: { ...before?.texts, ...texts }, titles: { ...before?.titles, ...titles }, files: { ...before?.files, ...files } })) {
      const saved = one("[data-saved]");
      if (saved.hidden) { saved.hidden = false; saved.textContent = say(one(".secret", form) ? "kept-but" : "kept"); }
    }
  }
  const restore = () => {
    const draft = drafts.read();
    if (!draft) return false;
    for (const list of all("[data-found]", form)) {
      const name = list.name ?? one("input", list).name;
      draft.texts?.[name]?.forEach((value, n) => {
        if (value && !all("option, input", list).some((there) => there.value === value)) list.append(choice(list, value, draft.titles?.[name]?.[n] ?? value));
      });
    }
    for (const input of form.elements) {
      const values = kept(input) && draft.texts?.[input.name];
      if (!values) continue;
      if (/checkbox|radio/.test(input.type)) input.checked = values.includes(input.value);
      else input.value = values[0] ?? "";
    }
    for (const [id, file] of Object.entries(draft.files ?? {})) {
      const place = one(`[data-upload="${CSS.escape(id)}"]`, form);
      if (place && !one("[data-kept] input", place)) uploads.keep(place, file);
    }
    return true;
  };
  addEventListener("pagehide", () => { if (saving) save(); });

  // What the service says of it

  const checked = new Set();
  let running;
  const evaluate = async () => {
    running?.abort();
    const mine = (running = new AbortController());
    const says = await ask("/evaluate", { method: "POST", body: pairs(), signal: mine.signal });
    if (mine !== running) return;
    if (!says && lost) soon(3000);
    for (const [id, state] of Object.entries(says?.fields ?? {})) {
      const element = field(id);
      if (element) show(element, id, state);
    }
    for (const [id, visible] of Object.entries(says?.groups ?? {})) {
      const group = one(`[data-group="${CSS.escape(id)}"]`, form);
      if (group) group.hidden = !visible;
    }
  };
  const show = (element, id, { visible, enabled, required, problems, host, warning, computed, prefill }) => {
    element.hidden = !visible;
    if (computed !== undefined) one("[data-computed]", element).textContent = computed;
    if (prefill !== undefined) fill(element, id, prefill);
    const mark = one(".optional", element);
    if (mark) mark.hidden = required;
    for (const input of all("input:not([type=hidden]), select, textarea", element)) {
      if (input.hasAttribute("aria-required") || required) {
        if (!/radio|checkbox/.test(input.type)) input.setAttribute("aria-required", required);
      }
      if (!element.classList.contains("readonly")) input.disabled = !enabled;
    }
    for (const button of all("button", element)) button.disabled = !enabled;
    if (enabled && !element.classList.contains("readonly")) for (const carried of all("[data-carry]", element)) carried.remove();
    if (checked.has(id) || element.classList.contains("wrong")) complain(element, visible && enabled ? problems : []);
    const notes = one("[data-notes]", element);
    // A requested verdict stays until the value changes.
    if (notes && notes.dataset.tested !== one("input", element).value) {
      delete notes.dataset.tested;
      const lines = host ? [leads(host)] : [];
      if (warning) lines.push(note("warning", warning));
      notes.replaceChildren(...lines);
    }
  };
  // A prefilled value follows the other answers until the person edits it. Where the input cannot show the value, the
  // next page does.
  const fill = (element, id, prefill) => {
    const marker = one("[data-prefill]", element);
    if (!marker || marker.value === prefill || one("[name$=':zone']", element)) return;
    const values = prefill ? prefill.split("\n") : [];
    const inputs = all("input, select, textarea", element).filter((input) => input.name === id && input.type !== "hidden");
    const shows = (value) => inputs.some((input) => input.value === value || input.options?.length && [...input.options].some((option) => option.value === value));
    if (inputs.some((input) => /checkbox|radio/.test(input.type) || input.options)) {
      const boxes = inputs.filter((input) => input.type === "checkbox" && input.value === "true");
      if (!boxes.length && !values.every(shows)) return;
    }
    for (const input of inputs) {
      if (/checkbox|radio/.test(input.type)) input.checked = values.includes(input.value);
      else if (input.multiple) for (const option of input.options) option.selected = values.includes(option.value);
      else input.value = prefill;
    }
    marker.value = prefill;
  };
  const complain = (element, problems) => {
    const place = one(".error", element);
    element.classList.toggle("wrong", problems.length > 0);
    place.hidden = !problems.length;
    const words = document.createElement("bdi");
    words.textContent = problems.join(" ");
    // Follows the direction of the sentence, not of the label in it.
    words.dir = /[a-z][^\p{L}]*$/iu.test(words.textContent) ? "ltr" : "auto";
    place.replaceChildren(Object.assign(document.createElement("span"), { className: "sr", textContent: say("error") + " " }), words);
    for (const input of all("input:not([type=hidden]), select, textarea", element)) {
      if (problems.length) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  };

  // When to ask: at once where other fields depend on it, else as the form wants.

  let waiting;
  const soon = (ms) => {
    clearTimeout(waiting);
    waiting = setTimeout(evaluate, ms);
  };
  form.addEventListener("input", (event) => {
    const element = fieldOf(event.target);
    if (!element || event.target.type === "file" || event.target.dataset.find) return;
    const { slides } = event.target.dataset;
    if (slides) document.getElementById(slides).value = event.target.value;
    const range = one("[data-slides]", element);
    if (range && range !== event.target) range.value = event.target.value;
    count(element);
    clearTimeout(saving);
    saving = setTimeout(save, 250);
    const on = element.dataset.trigger;
    if (on === "change") checked.add(element.dataset.field);
    const wrong = element.classList.contains("wrong");
    const asks = "live" in form.dataset || on === "change" || wrong || one("[data-notes]", element);
    if (asks) soon(Number(element.dataset.wait ?? (/text|number|area|search|email|tel/.test(event.target.type) ? 300 : 0)));
  });
  form.addEventListener("focusout", (event) => {
    const element = fieldOf(event.target);
    if (element?.dataset.trigger !== "blur" || element.contains(event.relatedTarget)) return;
    checked.add(element.dataset.field);
    soon(0);
  });
  const count = (element) => {
    const place = one("[data-chosen]", element);
    if (!place) return;
    const number = all("input:checked", element).length;
    place.textContent = number ? say("chosen", { count: number }) : say("choose-some");
  };

  // Long lists

  let made = 0;
  const choice = (list, value, title) => {
    if (list.localName === "select") return new Option(title, value);
    const another = one(".choice", list).cloneNode(true);
    const [box, label] = [one("input", another), one("label", another)];
    box.checked = false;
    box.value = value;
    box.id = label.htmlFor = `f-${box.name}-found-${(made += 1)}`;
    label.textContent = title;
    return another;
  };
  for (const input of all("[data-find]", form)) {
    let timer;
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const wanted = input.value;
        const found = await ask("/options/" + input.dataset.find + "?q=" + encodeURIComponent(wanted));
        if (!found || wanted !== input.value) return;
        const element = fieldOf(input);
        const list = one("[data-found]", element);
        const told = one("[data-count]", element);
        const number = found.length;
        if (told) told.textContent = say(number === 100 ? "first-fitting" : "fit", { count: number });
        const chosen = list.localName === "select" ? [...list.options].filter((option) => option.selected || !option.value) : all(".choice", list).filter((choice) => one("input", choice).checked);
        const taken = new Set(chosen.map((choice) => (one("input", choice) ?? choice).value));
        const fresh = found.filter(([value]) => !taken.has(value)).map(([value, title]) => choice(list, value, title));
        // Without any there is nothing to make the next ones from.
        if (chosen.length || fresh.length) list.replaceChildren(...chosen, ...fresh);
      }, 150);
    });
  }

  const uploads = files({
    token, connected, complain, fieldOf,
    isOver: () => over,
    kept: () => {
      save();
      if ("live" in form.dataset) soon(0);
    },
  });
  uploading = uploads.running;
  const styled = styles(uploads);
  settleStyles = styled.settle;

  const settle = moments();
  const restored = restore();
  settle();
  styled.refresh();
  if (restored) {
    for (const element of all("[data-field]", form)) {
      count(element);
      const [range, input] = [one("[data-slides]", element), one(".slider .number", element)];
      if (range) range.value = input.value;
    }
    if ("live" in form.dataset) soon(0);
  }
}

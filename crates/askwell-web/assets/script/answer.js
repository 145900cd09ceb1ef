// A question that somebody answers.

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
    tell(lost ? "The connection is lost. What you typed is kept here; trying again…" : null);
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
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  // Time

  const box = one("[data-left]", form);
  const clock = one("[data-clock]");
  let end = box ? performance.now() + Number(box.dataset.left) : Infinity;
  let warned = false;
  const announce = (text) => {
    const place = one("[data-announce]");
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
    if (near && !warned) announce("The time is nearly up: " + words(Math.ceil(left / 1000)) + " left.");
    warned = near;
  };
  const stands = ({ status, left, extensions, by }) => {
    if (left != null) end = performance.now() + left;
    const more = one("[data-extend]");
    if (more) more.hidden = !extensions;
    if (status !== "open" && !over && !sending) {
      over = true;
      // Done on another page, as it should be: this one says so.
      if ("elsewhere" in form.dataset) return location.replace(path);
      const what = {
        completed: `This was already answered${by ? " by " + by : ""}. What you filled in was not sent.`,
        declined: `This was declined${by ? " by " + by : ""}. What you filled in was not sent.`,
        timeout: "The time is up, and nobody waits for this any more. What you filled in was not sent.",
      }[status] ?? "This was called off. What you filled in was not sent.";
      tell(what, "See what happened");
      drafts.forget();
      for (const button of all("button[type=submit]", form)) button.disabled = true;
      clearInterval(ticking);
      if (box) box.hidden = true;
    }
  };
  let sending = false;
  tick();
  const ticking = setInterval(tick, 1000);
  // A page that nobody looks at does not listen: browsers have few lines to one service, and many pages may be open.
  let live;
  const listen = () => {
    live?.close();
    if (over || document.hidden) return;
    const line = (live = new EventSource(path + "/live"));
    line.onmessage = (event) => {
      connected(true);
      const news = JSON.parse(event.data);
      stands(news);
      if (news.status !== "open") line.close();
    };
    line.onerror = () => {
      connected(false);
      // A browser gives up for good when a proxy answers in place of the service.
      if (line.readyState === EventSource.CLOSED) pause(3000).then(listen);
    };
  };
  listen();
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => live?.close());

  form.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { reveal, steps, by, test } = button.dataset;
    if (reveal) {
      const input = document.getElementById(reveal);
      const shown = input.type === "password";
      input.type = shown ? "text" : "password";
      button.setAttribute("aria-pressed", shown);
      one("[data-word]", button).textContent = shown ? "Hide" : "Show";
    } else if (steps) {
      const input = document.getElementById(steps);
      try { Number(by) < 0 ? input.stepDown() : input.stepUp(); } catch { return; }
      input.dispatchEvent(new Event("input", { bubbles: true }));
    } else if ("extend" in button.dataset) {
      event.preventDefault();
      const response = await call("/extend", { method: "POST" });
      const { says, standing } = await response.json();
      stands(standing);
      tick();
      announce(says);
    } else if (test) {
      event.preventDefault();
      const place = one("[data-notes]", field(test));
      const body = pairs();
      body.set(":do", "test:" + test);
      place.textContent = "Testing…";
      place.dataset.tested = one("input", field(test)).value;
      const { fine, says } = await (await call("/test", { method: "POST", body })).json();
      place.replaceChildren(note(fine ? "fine" : "refused", says));
    }
  });
  const note = (kind, text) => {
    const p = document.createElement("p");
    p.className = kind;
    p.textContent = text;
    return p;
  };

  // Sending: only over a line that is there, and never in the middle of an upload.

  let uploads = 0;
  form.addEventListener("submit", async (event) => {
    if (sending) return;
    event.preventDefault();
    const button = event.submitter;
    save();
    for (;;) {
      while (uploads) await pause(200);
      try {
        if ((await call("", { method: "HEAD" })).status < 500) break;
      } catch { /* said so already */ }
      await pause(2000);
    }
    sending = true;
    form.requestSubmit(button);
    setTimeout(() => { sending = false; }, 4000);
  });

  // The review page has nothing to type, and so nothing to keep.
  if (!isForm) return;

  function pairs() {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    return body;
  }

  // Drafts

  const kept = (input) => input.type !== "password" && input.type !== "file" && input.type !== "hidden" && !(input.dataset.slides) && input.name && input.type !== "submit";
  function save() {
    if (!isForm) return;
    const texts = {};
    for (const input of form.elements) {
      if (!kept(input)) continue;
      const values = (texts[input.name] ??= []);
      if (/checkbox|radio/.test(input.type) ? input.checked : true) values.push(input.value);
    }
    const files = {};
    for (const place of all("[data-upload]", form)) {
      const file = one("[data-kept] input[type=hidden]", place);
      if (file) files[place.dataset.upload] = { location: file.value, name: one("bdi", place)?.textContent, size: one(".size", place)?.textContent };
    }
    if (drafts.write({ at: Date.now(), texts, files })) {
      const saved = one("[data-saved]");
      if (saved.hidden) { saved.hidden = false; saved.textContent = "Kept in this browser until you send it"; }
    }
  }
  const restore = () => {
    const draft = drafts.read();
    if (!draft) return false;
    for (const input of form.elements) {
      const values = kept(input) && draft.texts?.[input.name];
      if (!values) continue;
      if (/checkbox|radio/.test(input.type)) input.checked = values.includes(input.value);
      else {
        if (input.localName === "select" && values[0] && ![...input.options].some((option) => option.value === values[0])) input.add(new Option(values[0], values[0]));
        input.value = values[0] ?? "";
      }
    }
    for (const [id, file] of Object.entries(draft.files ?? {})) {
      const place = one(`[data-upload="${CSS.escape(id)}"]`, form);
      if (place && !one("[data-kept] input", place)) keep(place, file);
    }
    return true;
  };

  // What the service says of it

  const checked = new Set();
  let running;
  const evaluate = async () => {
    running?.abort();
    running = new AbortController();
    let response;
    try {
      response = await call("/evaluate", { method: "POST", body: pairs(), signal: running.signal });
    } catch (error) {
      if (error.name !== "AbortError") pause(3000).then(evaluate);
      return;
    }
    if (!response.ok) {
      if (response.status === 403) tell("This page can no longer be used here.", "See why");
      return;
    }
    const { fields } = await response.json();
    for (const [id, state] of Object.entries(fields)) {
      const element = field(id);
      if (element) show(element, id, state);
    }
  };
  const show = (element, id, { visible, enabled, required, problems, host, warning }) => {
    element.hidden = !visible;
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
    // A verdict that somebody asked for stays until there is something else to judge.
    if (notes && notes.dataset.tested !== one("input", element).value) {
      delete notes.dataset.tested;
      const lines = host ? [note("leads", `Leads to ${host}.`)] : [];
      if (warning) lines.push(note("warning", warning));
      notes.replaceChildren(...lines);
    }
  };
  const complain = (element, problems) => {
    const place = one(".error", element);
    element.classList.toggle("wrong", problems.length > 0);
    place.hidden = !problems.length;
    const words = document.createElement("bdi");
    words.textContent = problems.join(" ");
    // As the sentence runs, whatever the label in it does.
    words.dir = /[a-z][^\p{L}]*$/iu.test(words.textContent) ? "ltr" : "auto";
    place.replaceChildren(words);
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
  let saving;
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
    place.textContent = number ? number + " chosen" : "Choose some";
  };

  // Long lists

  let made = 0;
  for (const input of all("[data-find]", form)) {
    let timer;
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const found = await (await call("/options/" + input.dataset.find + "?q=" + encodeURIComponent(input.value))).json();
        const element = fieldOf(input);
        const list = one("[data-found]", element);
        const told = one("[data-count]", element);
        if (told) told.textContent = found.length ? `${found.length === 100 ? "The first 100" : found.length} that fit.` : "Nothing fits this search.";
        if (list.localName === "select") {
          const chosen = [...list.selectedOptions].filter((option) => option.value);
          const first = list.options[0];
          list.replaceChildren(first, ...chosen, ...found.filter(([value]) => !chosen.some((option) => option.value === value)).map(([value, title]) => new Option(title, value)));
        } else {
          const chosen = all(".choice", list).filter((choice) => one("input", choice).checked);
          const taken = new Set(chosen.map((choice) => one("input", choice).value));
          const model = one(".choice", list);
          const fresh = found.filter(([value]) => !taken.has(value)).map(([value, title]) => {
            const choice = model.cloneNode(true);
            const [box, label] = [one("input", choice), one("label", choice)];
            box.checked = false;
            box.value = value;
            box.id = label.htmlFor = `f-${input.dataset.find}-found-${(made += 1)}`;
            label.textContent = title;
            return choice;
          });
          if (model) list.replaceChildren(...chosen, ...fresh);
        }
      }, 150);
    });
  }

  // Files

  const keep = (place, { location, name, size }) => {
    const list = one("[data-kept]", place);
    const hidden = Object.assign(document.createElement("input"), { type: "hidden", name: place.dataset.upload, value: location });
    const line = document.createElement("p");
    const [title, extent] = [document.createElement("bdi"), document.createElement("span")];
    title.textContent = name;
    extent.className = "size";
    extent.textContent = size;
    line.append(title, " ", extent);
    const remove = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "Remove" });
    remove.addEventListener("click", () => { list.replaceChildren(); one("input[type=file]", place).focus(); save(); });
    list.replaceChildren(hidden, line, remove);
  };
  const preview = (place, file) => {
    if (!("preview" in place.dataset) || file.size > 2e6) return;
    const picture = /^image\/(png|jpeg|gif|webp)$/.test(file.type);
    const reader = new FileReader();
    reader.onload = () => {
      const shown = document.createElement(picture ? "img" : "pre");
      shown.className = "preview";
      if (picture) { shown.src = reader.result; shown.alt = ""; } else shown.textContent = reader.result.slice(0, 400);
      one("[data-kept]", place).prepend(shown);
    };
    if (picture) reader.readAsDataURL(file);
    else if (/^text\/|json|yaml/.test(file.type)) reader.readAsText(file);
  };
  const upload = (place, file) => {
    const [bar, input] = [one("[data-progress]", place), one("input[type=file]", place)];
    const request = new XMLHttpRequest();
    request.open("POST", `${path}/upload/${place.dataset.upload}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("x-askwell-token", token);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => { bar.value = (100 * loaded) / total; };
    const ended = () => { uploads -= 1; bar.hidden = true; };
    request.onerror = () => {
      ended();
      connected(false);
      pause(3000).then(() => { if (!over) upload(place, file); });
    };
    request.onload = () => {
      ended();
      let taken = {};
      try { taken = JSON.parse(request.response); } catch { /* a page, not a verdict */ }
      const element = fieldOf(place);
      input.value = "";
      if (taken.kept) {
        connected(true);
        complain(element, []);
        keep(place, { ...taken.kept, size: `(${taken.kept.size})` });
        preview(place, file);
        save();
        if ("live" in form.dataset) soon(0);
      } else complain(element, [taken.problem ?? "This file could not be taken. Please try again."]);
    };
    uploads += 1;
    bar.value = 0;
    bar.hidden = false;
    request.send(file);
  };
  for (const place of all("[data-upload]", form)) {
    const input = one("input[type=file]", place);
    const take = (file) => {
      if (!file || input.disabled) return;
      if (file.size > Number(place.dataset.most)) {
        input.value = "";
        // The service says the same, but only after all of it was sent.
        complain(fieldOf(place), [place.dataset.tooLarge]);
      } else upload(place, file);
    };
    input.addEventListener("change", () => take(input.files[0]));
    const old = one("[data-remove]", place);
    old?.addEventListener("change", () => { one("[data-kept]", place).replaceChildren(); save(); });
    if (!place.classList.contains("drops")) continue;
    for (const type of ["dragenter", "dragover"]) place.addEventListener(type, (event) => { event.preventDefault(); place.classList.add("over"); });
    for (const type of ["dragleave", "drop"]) place.addEventListener(type, () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
  }
  // The zone of this browser, where nothing was chosen yet.

  const minutes = -new Date().getTimezoneOffset();
  const zone = minutes ? (minutes < 0 ? "-" : "+") + new Date(Math.abs(minutes) * 6e4).toISOString().slice(11, 16) : "Z";
  for (const select of all("select[data-zone]", form)) {
    if ([...select.options].some((option) => option.value === zone)) select.value = zone;
  }

  if ("fresh" in form.dataset && restore()) {
    for (const element of all("[data-field]", form)) {
      count(element);
      const [range, input] = [one("[data-slides]", element), one(".slider .number", element)];
      if (range) range.value = input.value;
    }
    if ("live" in form.dataset) soon(0);
  }
}

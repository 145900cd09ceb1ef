// Files of a question: one at a time, as soon as they are chosen or dropped.

function files({ token, connected, complain, fieldOf, isOver, kept }) {
  let running = 0;
  const [latest, takes] = [new Map(), new Map()];
  // A browser's own input says that no file is chosen even after an upload, so it is shown only
  // without one.
  const fold = (place, is) => {
    const [another, summary] = [one("[data-another]", place), one("[data-another] summary", place)];
    another.open = !is;
    summary.hidden = !is;
    const pad = one("[data-sign]", place);
    if (!pad) return;
    pad.hidden = is;
    pad.dispatchEvent(new Event("reset"));
  };
  const drop = (place) => { one("[data-kept]", place).replaceChildren(); fold(place, false); kept(); };
  const keep = (place, { location, name, size }) => {
    const list = one("[data-kept]", place);
    const signed = one("[data-sign]", place)?.contains(document.activeElement);
    fold(place, true);
    const hidden = Object.assign(document.createElement("input"), { type: "hidden", name: place.dataset.upload, value: location });
    const line = document.createElement("p");
    const [title, extent] = [document.createElement("bdi"), document.createElement("span")];
    title.textContent = name;
    extent.className = "size";
    extent.textContent = size;
    line.append(title, " ", extent);
    const remove = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: say("remove") });
    remove.addEventListener("click", () => { drop(place); one("input[type=file]", place).focus(); });
    list.replaceChildren(hidden, line, remove);
    if (signed) remove.focus();
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
    const ended = () => { running -= 1; };
    request.onabort = ended;
    // Until it was tried again it is still under way, and nothing is sent without it.
    request.onerror = async () => {
      bar.hidden = true;
      connected(false);
      await pause(3000);
      ended();
      if (latest.get(place) === request && !isOver()) upload(place, file);
    };
    request.onload = () => {
      ended();
      bar.hidden = true;
      let taken = {};
      try { taken = JSON.parse(request.response); } catch { /* a page, not a verdict */ }
      const element = fieldOf(place);
      input.value = "";
      if (taken.kept) {
        connected(true);
        complain(element, []);
        keep(place, { ...taken.kept, size: `(${taken.kept.size})` });
        preview(place, file);
        kept();
      } else complain(element, [taken.problem ?? say("file-failed")]);
    };
    // Choosing another file replaces the first one.
    latest.get(place)?.abort();
    latest.set(place, request);
    running += 1;
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
    takes.set(place, take);
    input.addEventListener("change", () => take(input.files[0]));
    const old = one("[data-remove]", place);
    old?.addEventListener("change", () => drop(place));
    one("[data-another] summary", place).addEventListener("click", (event) => { event.preventDefault(); input.click(); });
    if (!place.classList.contains("drops")) continue;
    for (const type of ["dragenter", "dragover"]) place.addEventListener(type, (event) => { event.preventDefault(); place.classList.add("over"); });
    for (const type of ["dragleave", "drop"]) place.addEventListener(type, () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
  }
  return { keep, running: () => running, take: (place, file) => takes.get(place)(file) };
}

// Display styles: counters of characters, colour pickers, pads to sign on.

function styles({ take }) {
  const counts = [];
  for (const place of all("[data-counts]", form)) {
    const input = document.getElementById(place.dataset.counts);
    const spoken = one("[data-counted]", place.parentElement);
    const most = Number(place.dataset.most);
    let timer;
    const count = () => {
      const here = [...input.value].length;
      place.textContent = place.dataset.words.replace("#", here);
      place.classList.toggle("over", here > most);
      return here;
    };
    counts.push(count);
    // Said only near the limit, and when the typing pauses.
    input.addEventListener("input", () => {
      const near = most - count() <= Math.max(10, most / 10);
      clearTimeout(timer);
      timer = setTimeout(() => { spoken.textContent = near ? place.textContent : ""; }, 800);
    });
  }
  for (const picker of all("[data-picks]", form)) {
    const input = document.getElementById(picker.dataset.picks);
    const follow = () => { if (/^#[0-9a-f]{6}$/i.test(input.value)) picker.value = input.value.toLowerCase(); };
    counts.push(follow);
    input.addEventListener("input", follow);
    picker.addEventListener("input", () => {
      input.value = picker.value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  const sends = [];
  for (const pad of all("[data-sign]", form)) {
    const place = pad.closest("[data-upload]");
    const [canvas, typed, use, clear] = ["canvas", "[data-typed]", "[data-use]", "[data-clear]"].map((what) => one(what, pad));
    const { width, height } = canvas;
    const ink = canvas.getContext("2d");
    let [fresh, down] = [false, false];
    const mark = (is) => { fresh = is; use.disabled = clear.disabled = !is; };
    // Always dark on white: the picture is looked at elsewhere.
    const blank = () => {
      ink.fillStyle = "#fff";
      ink.fillRect(0, 0, width, height);
      ink.fillStyle = ink.strokeStyle = "#14213d";
      [ink.lineWidth, ink.lineCap, ink.lineJoin] = [3, "round", "round"];
      mark(false);
    };
    const draw = (event) => {
      ink.lineTo((event.offsetX * width) / canvas.clientWidth, (event.offsetY * height) / canvas.clientHeight);
      ink.stroke();
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button || typed.disabled) return;
      canvas.setPointerCapture(event.pointerId);
      if (typed.value) { typed.value = ""; blank(); }
      down = true;
      mark(true);
      ink.beginPath();
      draw(event);
    });
    canvas.addEventListener("pointermove", (event) => { if (down) draw(event); });
    for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, () => { down = false; });
    typed.addEventListener("input", () => {
      blank();
      if (!typed.value.trim()) return;
      [ink.font, ink.textAlign] = [`italic ${height * 0.36}px cursive`, "center"];
      ink.fillText(typed.value, width / 2, height * 0.62, width - 40);
      mark(true);
    });
    typed.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); use.click(); } });
    const send = () => fresh && new Promise((done) => {
      fresh = false;
      canvas.toBlob((content) => done(take(place, new File([content], "signature.png", { type: "image/png" }))), "image/png");
    });
    sends.push(send);
    const reset = () => { typed.value = ""; blank(); };
    use.addEventListener("click", send);
    clear.addEventListener("click", () => { reset(); typed.focus(); });
    pad.addEventListener("reset", reset);
    blank();
    pad.hidden = !!one("[data-kept] input", place);
  }
  return {
    refresh: () => { for (const count of counts) count(); },
    // A signature that was made and not used yet goes with the form.
    settle: () => Promise.all(sends.map((send) => send())),
  };
}

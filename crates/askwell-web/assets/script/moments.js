// Points in time: the offset that holds in the zone of this browser on the chosen day.

function moments() {
  const day = 864e5;
  const sign = (minutes, minus) => (minutes < 0 ? minus : "+");
  const clock = (minutes) => new Date(Math.abs(minutes) * 6e4).toISOString().slice(11, 16);
  const written = (minutes) => (minutes ? sign(minutes, "-") + clock(minutes) : "Z");
  const spoken = (minutes) => (minutes ? `UTC ${sign(minutes, "−")}${clock(minutes).replace(/^0/, "")}` : "UTC");
  const at = (instant) => -new Date(instant).getTimezoneOffset();
  // The offsets under which this hour is on the clock here: two where clocks go back, the one from before where they skip it.
  const fitting = (wall) => {
    const utc = Date.parse(wall + "Z");
    const [before, after] = [at(utc - day), at(utc + day)];
    const fits = [...new Set([before, after])].filter((minutes) => at(utc - minutes * 6e4) === minutes);
    return { offsets: fits.length ? fits : [before], skipped: !fits.length, instant: utc - before * 6e4 };
  };
  const settles = [];
  for (const select of all("select[data-zone]", form)) {
    const input = one("input", select.parentElement);
    const note = one("[data-clocks]", select.closest(".body"));
    const choose = (minutes) => {
      const value = written(minutes);
      if (!all("option", select).some((option) => option.value === value)) select.append(new Option(spoken(minutes), value));
      select.value = value;
    };
    const known = () => (input.value ? fitting(input.value) : { offsets: [at(Date.now())] });
    // A chosen offset that this zone does not have means another zone, and is kept.
    let own = true;
    const judge = () => { own = !select.value || known().offsets.some((minutes) => written(minutes) === select.value); };
    const tellClocks = () => {
      const { offsets: [first, second], skipped, instant } = known();
      const twice = own && second != null;
      note.hidden = !(own && skipped) && !twice;
      if (note.hidden) note.textContent = "";
      else if (skipped) note.textContent = say("clocks-forward", { time: new Date(instant).toTimeString().slice(0, 5) });
      else note.textContent = say("clocks-back", { first: spoken(first), second: spoken(second) });
    };
    const settle = () => { judge(); if (own && !select.value) choose(known().offsets[0]); tellClocks(); };
    input.addEventListener("input", () => { if (own && !select.disabled) choose(known().offsets[0]); tellClocks(); });
    select.addEventListener("input", () => { judge(); tellClocks(); });
    settle();
    settles.push(settle);
  }
  return () => { for (const settle of settles) settle(); };
}

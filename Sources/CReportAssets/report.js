(() => {
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const {p: names, v: pool, l: links, n: nodes, e: edges, k: kinds, t: turns} = data;
const odd = new Set(["held", "dropped", "glitch"]), bad = new Set(["error", "undo"]);
const panels = [...document.querySelectorAll("details.t")];
const rows = at("rows") ? [...at("rows").rows] : [];
const calm = rows.map(row => row.className ? "calm " : "");
const nodeOf = new Map();
nodes.forEach(([property], index) => { if (property >= 0) nodeOf.set(property, index); });
const steps = [], firstStep = [];
turns.forEach((turn, t) => {
  firstStep.push(steps.length);
  const before = steps.length;
  turn[4].forEach((event, e) => { if (event) steps.push([t, e]); });
  if (steps.length === before) steps.push([t, -1]);
});
const values = new Int32Array(names.length).fill(-2);
const turnChanges = new Set();
// Those that the page does not see made are taken to be there from the beginning.
const madeHere = new Set();
turns.forEach(turn => turn[4].forEach(event => { if (event && kinds[event[0]] === "bind") madeHere.add(event[2]); }));
const live = new Set();
let here = -1, eventChanges = new Map(), liveBefore = new Set();
const begin = () => {
  values.fill(-2);
  live.clear();
  links.forEach((link, index) => { if (!madeHere.has(index)) live.add(index); });
  here = -1;
};
begin();
const valueText = v => v === -1 ? "not known" : v === -2 ? "–" : pool[v];
const change = (list, from) => {
  for (let i = from; i < list.length; i += 2) {
    const property = list[i];
    if (!eventChanges.has(property)) eventChanges.set(property, values[property]);
    values[property] = list[i + 1];
    turnChanges.add(property);
  }
};
const apply = index => {
  const [t, e] = steps[index];
  if (index === firstStep[t]) {
    turnChanges.clear();
    eventChanges = new Map();
    change(turns[t][3], 0);
    if (e >= 0) turnChanges.clear();
  }
  eventChanges = new Map();
  if (e < 0) return;
  const event = turns[t][4][e], kind = kinds[event[0]];
  if (index === firstStep[t]) liveBefore = new Set(live);
  if (kind === "bind") live.add(event[2]);
  if (kind === "unbind") live.delete(event[2]);
  if (kind === "undo") { live.clear(); liveBefore.forEach(link => live.add(link)); }
  change(event, 5);
};
const go = index => {
  if (!steps.length) return;
  index = Math.max(0, Math.min(steps.length - 1, index));
  if (index < here) begin();
  while (here < index) apply(++here);
  show();
};
const turnHere = () => here < 0 ? 0 : steps[here][0];
const goTurn = t => go(firstStep[Math.max(0, Math.min(turns.length - 1, t))]);
const goMark = by => {
  for (let t = turnHere() + by; t >= 0 && t < turns.length; t += by)
    if (turns[t][5]) return goTurn(t);
};
const changes = ([t, e], property) => {
  const list = e >= 0 ? turns[t][4][e] : turns[t][3];
  for (let i = e >= 0 ? 5 : 0; i < list.length; i += 2) if (list[i] === property) return true;
  return false;
};
const goChange = (property, by) => {
  for (let n = 1; n <= steps.length; n++) {
    const index = (here + by * n + steps.length * 2) % steps.length;
    if (changes(steps[index], property)) return go(index);
  }
};
const fromAddress = () => {
  const hash = location.hash.slice(1), plain = /^t(\d+)$/.exec(hash);
  const query = new URLSearchParams(hash);
  const number = plain ? plain[1] : query.get("turn");
  if (number === null) return false;
  const t = panels.findIndex(panel => panel.id === "t" + number);
  if (t < 0) return false;
  let index = firstStep[t];
  const wanted = Number(query.get("event") || 1);
  while (index + 1 < steps.length && steps[index + 1][0] === t && shownNumber(index) < wanted) index++;
  go(index);
  return true;
};
const shownNumber = index => index - firstStep[steps[index][0]] + 1;
let addressTimer = 0;
const keepAddress = () => {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const [t] = steps[here];
    const address = "#turn=" + panels[t].id.slice(1) + "&event=" + shownNumber(here);
    try { history.replaceState(null, "", address); } catch { /* a page in a frame may not */ }
  }, 150);
};
const lines = new Map();
const linesOf = t => {
  if (lines.has(t)) return lines.get(t);
  const pre = panels[t].querySelector("pre");
  const items = [];
  if (pre) {
    const list = document.createElement("ol");
    list.className = "ev";
    pre.textContent.replace(/^\n/, "").split("\n").forEach((text, e) => {
      const item = document.createElement("li");
      const event = turns[t][4][e];
      item.textContent = text.trimStart();
      item.style.marginLeft = (text.length - text.trimStart().length) / 2 * 12 + "px";
      const kind = event ? kinds[event[0]] : "gap";
      item.className = odd.has(kind) ? "odd" : bad.has(kind) ? "bad" : kind;
      if (event) item.addEventListener("click", () => go(stepOf(t, e)));
      items.push(item);
    });
    list.append(...items);
    pre.replaceWith(list);
  }
  lines.set(t, items);
  return items;
};
const stepOf = (t, e) => {
  let index = firstStep[t];
  while (steps[index][1] !== e) index++;
  return index;
};
const reveal = (box, element) => {
  if (!box || box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return;
  const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
  const room = Math.min(40, outer.height / 4);
  if (inner.top < outer.top + room) box.scrollTop += inner.top - outer.top - room;
  else if (inner.bottom > outer.bottom - room) box.scrollTop += Math.min(inner.bottom - outer.bottom + room, inner.top - outer.top - room);
  if (box.id !== "drawing") return;
  if (inner.left < outer.left + 20) box.scrollLeft += inner.left - outer.left - 20;
  else if (inner.right > outer.right - 20) box.scrollLeft += inner.right - outer.right + 20;
};
let opened = -1, seen = -1, current = null, marked = [], lit = [], shownRows = [];
const show = () => {
  const [t, e] = steps[here];
  const event = e >= 0 ? turns[t][4][e] : null;
  showPlace(t, e);
  const chain = showTurn(t, e, event);
  showValues();
  showGraph(t, event, chain);
  showSource(t, event);
  if (onlyTurn.checked || find.value) filter();
  // Last, since what stands above the turns has changed its height.
  reveal(at("list"), current || panels[t]);
  keepAddress();
};
const showPlace = (t, e) => {
  const count = (t + 1 < turns.length ? firstStep[t + 1] : steps.length) - firstStep[t];
  at("where").textContent = "turn " + panels[t].id.slice(1) + " of " + panels[turns.length - 1].id.slice(1)
    + (e >= 0 ? ", event " + shownNumber(here) + " of " + count : ", no events");
  at("b-back").disabled = at("b-turn-back").disabled = here === 0;
  at("b-next").disabled = here === steps.length - 1;
  at("b-turn-next").disabled = t === turns.length - 1;
};
const showTurn = (t, e, event) => {
  const panel = panels[t], items = linesOf(t);
  const isSame = opened === t;
  if (!isSame) {
    if (opened >= 0) { panels[opened].open = false; panels[opened].classList.remove("here"); }
    panel.open = true;
    panel.classList.add("here");
    opened = t;
  }
  if (current) current.removeAttribute("aria-current");
  current = items[e] || null;
  // Within a turn only what was passed since changes.
  const [from, to] = isSame ? [Math.min(seen, e), Math.max(seen, e) + 1] : [0, items.length];
  for (let i = Math.max(0, from); i < to; i++) items[i].classList.toggle("later", i > e);
  seen = e;
  if (current) current.setAttribute("aria-current", "step");
  at("now-text").textContent = current ? current.textContent : panel.querySelector("code").textContent;
  const chain = [];
  for (let cause = event ? event[1] : 0; cause > 0; cause = turns[t][4][cause - 1][1]) chain.unshift(cause - 1);
  const texts = [panel.querySelector("code").textContent, ...chain.map(i => items[i].textContent)];
  if (texts.length > 9) texts.splice(3, texts.length - 8, "… " + (texts.length - 8) + " more …");
  at("chain").replaceChildren(...(event ? texts : []).map(text => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  return chain;
};
const showValues = () => {
  rows.forEach((row, property) => {
    const value = values[property], isNow = eventChanges.has(property);
    if (shownRows[property] !== value || isNow || row.className !== calm[property]) {
      const cell = row.cells[1], old = eventChanges.get(property);
      cell.className = value < 0 ? "none" : "";
      cell.textContent = valueText(value);
      if (isNow && old !== -2 && old !== value) {
        const was = document.createElement("s");
        was.textContent = valueText(old);
        cell.prepend(was, " ");
      }
      row.className = calm[property] + (isNow ? "now" : turnChanges.has(property) ? "turn" : "");
      shownRows[property] = isNow ? NaN : value;
      const node = nodeOf.get(property);
      const text = node === undefined ? null : at("n" + node) && at("n" + node).querySelector(".v");
      if (text) text.textContent = cut(valueText(value), nodes[node][1]);
    } else if (turnChanges.has(property)) row.className = calm[property] + "turn";
  });
  const first = rows.find(row => row.classList.contains("now"));
  if (first && first.offsetParent) reveal(at("values-box"), first);
};
const cut = (text, width) => {
  const signs = [...text];
  return signs.length > width ? signs.slice(0, width - 1).join("") + "…" : text;
};
const light = (id, name) => {
  const element = at(id);
  if (!element) return;
  element.classList.add(name);
  lit.push(element);
  return element;
};
const showGraph = (t, event, chain) => {
  lit.forEach(element => element.classList.remove("lit", "now", "odd", "bad"));
  lit = [];
  if (!at("drawing")) return;
  const isOff = node => nodes[node][0] >= 0 && values[nodes[node][0]] === -2;
  edges.forEach(([source, target, link], index) =>
    at("e" + index).classList.toggle("off", !live.has(link) || isOff(source) || isOff(target)));
  nodes.forEach((node, index) => at("n" + index).classList.toggle("off", isOff(index)));
  if (!event) return;
  const touch = (one, name) => {
    if (one[3] >= 0) {
      light("e" + one[3], name);
      const kind = kinds[one[0]];
      if (name === "lit" || kind === "observe" || kind === "held") {
        const [source, target] = edges[one[3]];
        light("n" + source, "lit");
        if (kind === "observe") light("n" + target, name);
      }
    }
    const node = one[4] >= 0 ? nodeOf.get(one[4]) : undefined;
    if (node !== undefined) return light("n" + node, name);
  };
  chain.forEach(index => touch(turns[t][4][index], "lit"));
  const kind = kinds[event[0]];
  const node = touch(event, bad.has(kind) ? "bad" : odd.has(kind) ? "odd" : "now");
  const end = node || lit.at(-1);
  if (end) reveal(at("drawing"), end);
};
const markLines = (file, first, last, name) => {
  if (file < 0) return null;
  let top = null;
  for (let line = first; line <= last; line++) {
    const item = at("s" + file + "-" + line);
    if (!item) continue;
    item.classList.add(name);
    top = top || item;
    marked.push(item);
  }
  return top;
};
const showSource = (t, event) => {
  marked.forEach(item => item.classList.remove("run", "by"));
  marked = [];
  const own = markLines(turns[t][0], turns[t][1], turns[t][2], "run");
  const link = event && event[2] >= 0 ? links[event[2]] : null;
  if (link && !(link[1] === turns[t][0] && link[2] === turns[t][1])) markLines(link[1], link[2], link[3], "by");
  if (own) { own.setAttribute("aria-current", "true"); marked.forEach(item => item === own || item.removeAttribute("aria-current")); reveal(at("files"), own); }
};
const makeFilter = () => {
  const row = document.createElement("div"), input = document.createElement("input");
  const label = document.createElement("label"), box = document.createElement("input");
  row.id = "find-row";
  input.id = "find";
  input.type = "search";
  input.placeholder = "find a property";
  input.setAttribute("aria-label", "Find a property");
  box.type = "checkbox";
  label.append(box, " changed in this turn");
  row.append(input, label);
  const count = calm.filter(name => name).length;
  if (count) {
    const more = document.createElement("label"), all = document.createElement("input");
    all.type = "checkbox";
    all.id = "all";
    more.append(all, " " + count + " more that nothing touches");
    all.addEventListener("change", () => filter());
    row.append(more);
  }
  input.addEventListener("input", () => filter());
  box.addEventListener("change", () => filter());
  if (at("values-box")) at("values-box").before(row);
  return [input, box];
};
const [find, onlyTurn] = makeFilter();
const filter = () => {
  const wanted = find.value.toLowerCase();
  rows[0]?.closest("table").classList.toggle("all", wanted !== "" || !!at("all")?.checked);
  rows.forEach((row, property) => {
    row.hidden = wanted !== "" && !names[property].toLowerCase().includes(wanted)
      || onlyTurn.checked && !turnChanges.has(property);
  });
};
const help = at("help");
const actions = {
  n: () => go(here + 1), ArrowRight: () => go(here + 1),
  p: () => go(here - 1), ArrowLeft: () => go(here - 1),
  "]": () => goTurn(turnHere() + 1), PageDown: () => goTurn(turnHere() + 1),
  "[": () => goTurn(turnHere() - 1), PageUp: () => goTurn(turnHere() - 1),
  m: () => goMark(1), M: () => goMark(-1),
  Home: () => go(0), End: () => go(steps.length - 1),
  "/": () => find.focus(), "?": () => help.open ? help.close() : help.showModal(),
};
document.addEventListener("keydown", event => {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(actions, event.key)) return;
  if (help.open && event.key !== "?") return;
  if (target instanceof HTMLInputElement) return;
  // The drawing, where it has the focus, is scrolled by its arrow keys.
  if (target === at("drawing") && event.key.startsWith("Arrow") && target.scrollWidth > target.clientWidth) return;
  event.preventDefault();
  actions[event.key]();
});
const press = (id, action) => at(id).addEventListener("click", action);
press("b-turn-back", actions["["]);
press("b-back", actions.p);
press("b-next", actions.n);
press("b-turn-next", actions["]"]);
press("b-mark", actions.m);
press("b-help", actions["?"]);
rows.forEach((row, property) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = row.cells[0].textContent;
  button.title = "the next event that changes it; with Shift the one before";
  button.addEventListener("click", event => goChange(property, event.shiftKey ? -1 : 1));
  row.cells[0].replaceChildren(button);
});
nodes.forEach(([property], index) => {
  const node = at("n" + index);
  if (!node || property < 0) return;
  node.classList.add("press");
  node.addEventListener("click", event => goChange(property, event.shiftKey ? -1 : 1));
});
panels.forEach((panel, t) => panel.querySelector("summary").addEventListener("click", event => {
  event.preventDefault();
  if (t === turnHere()) panel.open = !panel.open; else goTurn(t);
}));
const drawing = at("drawing");
const fit = () => {
  if (drawing) at("b-fit").setAttribute("aria-pressed", drawing.classList.toggle("fit"));
};
actions.f = fit;
if (drawing) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = "b-fit";
  button.setAttribute("aria-pressed", "false");
  button.textContent = "fit";
  button.title = "the whole graph, or its true size: f";
  button.addEventListener("click", fit);
  at("graph-h").prepend(button);
}
addEventListener("hashchange", fromAddress);
document.documentElement.classList.add("js");
at("bar").hidden = at("now").hidden = steps.length === 0;
at("b-mark").disabled = !turns.some(turn => turn[5]);
if (at("values-about")) at("values-about").textContent = "As they are after this event.";
if (!fromAddress() && steps.length) {
  // The first turn in which something is passed on says more than a declaration.
  const start = turns.findIndex(turn => turn[4].some(event => event && kinds[event[0]] === "write"));
  goTurn(Math.max(0, start));
}
})();

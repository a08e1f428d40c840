// The flame graph's page: it draws the profile of the element "profile" (flamegraphData
// in flamegraph.go) by d3-flame-graph.
//
// A page around this one can set data-theme="light" or "dark" on the root element, and add to the row of a frame's place
// (a "hotlens-place" event of the document, with {path, line, row}). A "hotlens-state" event says how the page is looked
// at, in names that mean the same in the next run; set as window.hotlensState before this script, the page begins so.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("profile").textContent);
  const element = (id) => document.getElementById(id);
  const chartElement = element("chart");
  const rowHeight = 20;
  // Narrower frames cannot be seen or hit; they come with zooming in.
  const narrowest = 1;

  // ---- The profile ----

  const total = data.values.map((values) => sum(values.filter((_, node) => data.parents[node] < 0)));
  const standsFor = new Map(data.rest);
  const children = data.parents.map(() => []);
  data.parents.forEach((parent, node) => { if (parent >= 0) children[parent].push(node); });
  const threads = data.parents.flatMap((parent, node) => (parent < 0 ? [node] : []));
  // The root of the graph is the program. A program's only thread is not worth a row.
  const everything = -1;
  const top = threads.length === 1 ? children[threads[0]] : threads;

  function sum(numbers) { return numbers.reduce((a, b) => a + b, 0); }
  function frameOf(node) {
    return node === everything ? { name: data.program, kind: "thread" } : data.frames[data.nodeFrames[node]];
  }
  function amount(metric, node) { return node === everything ? total[metric] : data.values[metric][node]; }
  function below(node) { return node === everything ? top : children[node]; }
  function own(metric, node) { return amount(metric, node) - sum(below(node).map((child) => amount(metric, child))); }
  function kindOf(node) { return frameOf(node).kind || "rest"; }

  // ---- Words ----

  function nameOf(node) {
    const { name, kind } = frameOf(node);
    if (standsFor.has(node)) {
      const count = standsFor.get(node);
      return `${grouped(count)} other ${count === 1 ? "call" : "calls"}`;
    }
    return kind === "thread" && node !== everything ? `thread ${name || "without a name"}` : name;
  }
  // "java.util.HashMap.put(Object, Object)" is "HashMap.put" on a frame. Behind a change a name may be cut off, a change may not: it would be another number.
  function shortName(node, width) {
    const name = (!standsFor.has(node) && frameOf(node).short) || nameOf(node);
    if (!comparing() || levelOf(node) === 0) return name;
    const change = changeOf(metric, node);
    return lengthOf(`${change} …`) <= width - labelPadding ? `${change} ${name}` : name;
  }
  const labelPadding = 10; // on both sides together; see page.css
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `650 12px ${getComputedStyle(document.body).fontFamily}`; // the widest that labels have
  function lengthOf(words) { return pen.measureText(words).width; }
  function placeOf(node) {
    const { path, line } = frameOf(node);
    return path ? (line ? `${path}:${line}` : path) : "";
  }
  function grouped(n) { return Math.round(n).toLocaleString("en-US"); }
  function scaled(n, steps, units) {
    let at = 0;
    while (at + 1 < units.length && n >= steps) { n /= steps; at++; }
    return `${at === 0 ? grouped(n) : n.toPrecision(3)} ${units[at]}`;
  }
  function written(metric, n) {
    const { unit, modelled } = data.metrics[metric];
    const text = unit === "nanoseconds" ? scaled(n, 1000, ["ns", "µs", "ms", "s"])
      : unit === "bytes" ? scaled(n, 1000, ["B", "kB", "MB", "GB"]) : grouped(n);
    return modelled ? `≈ ${text}` : text;
  }
  function share(metric, n) {
    const percent = total[metric] > 0 ? (100 * n) / total[metric] : 0;
    if (percent > 0 && percent < 0.1) return "<0.1%";
    if (percent < 100 && percent >= 99.5) return ">99%";
    return `${percent === 0 ? "0" : percent < 9.95 ? percent.toFixed(1) : Math.round(percent)}%`;
  }
  function described(node) {
    const place = placeOf(node);
    return `${nameOf(node)}: ${share(metric, amount(metric, node))} of ${data.metrics[metric].name}, ${written(metric, amount(metric, node))}` +
      (comparing() ? `, ${changeOf(metric, node)} since the ${data.base.name}` : "") + (place ? `, ${place}` : "");
  }

  // ---- Changes since the run that is compared with ----

  let colouring = "kind"; // or "change"
  function comparing() { return colouring === "change" && comparable(metric); }
  function comparable(m) { return Boolean(data.base?.values[m]); }
  function before(m, node) { return node === everything ? data.base.totals[m] : data.base.values[m][node]; }
  function changeOf(m, node) {
    const was = before(m, node), is = amount(m, node);
    if (was === is) return "=";
    if (was === 0) return "new";
    const percent = (100 * Math.abs(is - was)) / was;
    const sign = is > was ? "▲ +" : "▼ -";
    if (is >= 10 * was) return `▲ ×${grouped(is / was)}`;
    if (percent < 0.1) return `${sign}<0.1%`;
    if (is < was && percent >= 99.5 && is > 0) return "▼ -99%";
    return `${sign}${percent < 9.95 ? percent.toFixed(1) : grouped(percent)}%`;
  }
  // From -3, much less, to 3, much more. The steps are shares of the larger of the two runs.
  const steps = [0.001, 0.01, 0.05];
  function levelOf(node) {
    const by = amount(metric, node) - before(metric, node);
    const of = Math.abs(by) / Math.max(total[metric], data.base.totals[metric], 1);
    return Math.sign(by) * steps.filter((least) => of >= least).length;
  }

  // ---- Colours, which repeat what the style of the letters says ----

  let palette = new Map(); // values of the style's variables; asking for each frame takes seconds
  function value(name) {
    if (!palette.has(name)) palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    return palette.get(name);
  }
  function colour(node) {
    if (comparing()) {
      const level = levelOf(node);
      if (level > 0) return `url(#more${level})`;
      return level < 0 ? `hsl(${value("--less")} ${value(`--less-${-level}`)})` : `hsl(0 0% ${value("--vm-light")})`;
    }
    const kind = kindOf(node);
    if (kind === "rest") return "url(#rest)";
    if (kind !== "app" && kind !== "library") return `hsl(0 0% ${value("--vm-light")})`;
    // What is in the same file has the same shade everywhere.
    let hash = 0;
    for (const letter of frameOf(node).path || frameOf(node).name) hash = (hash * 31 + letter.codePointAt(0)) % 9973;
    const shift = (hash / 9973 - 0.5) * (kind === "app" ? 34 : 50);
    return `hsl(${Number(value(`--${kind}-hue`)) + shift} ${value(`--${kind}-chroma`)} ${value(`--${kind}-light`)})`;
  }

  // ---- The chart ----

  let metric = 0;
  let chosen = everything; // the node whose details are shown
  let focused = everything; // the node that the Tab key comes to
  let zoomed = everything;
  let flipped = false; // callers below
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const chart = library.flamegraph()
    .cellHeight(rowHeight)
    .minFrameSize(narrowest)
    .transitionDuration(still ? 0 : 180)
    .inverted(true)
    .resetHeightOnZoom(true)
    .setColorMapper((d) => colour(d.data.node))
    .getName((d) => shortName(d.data.node, (d.x1 - d.x0) * chart.width()))
    .label((d) => described(d.data.node))
    .onClick((d) => { zoomed = d.data.node; choose(d.data.node, true); });

  // d3-flame-graph keeps its state in the nodes it is given, so each metric gets new ones.
  function hierarchy() {
    const make = (node) => ({ node, value: amount(metric, node), children: [] });
    const root = make(everything);
    const open = [root];
    while (open.length > 0) {
      const parent = open.pop();
      for (const child of below(parent.node)) {
        const made = make(child);
        parent.children.push(made);
        open.push(made);
      }
    }
    return root;
  }

  function draw() {
    const empty = total[metric] === 0;
    element("nothing").hidden = !empty;
    element("nothing").textContent = empty ? `The run has no ${data.metrics[metric].name}.` : "";
    chartElement.hidden = empty;
    if (empty) return;
    chart.width(chartElement.clientWidth - 32);
    const container = library.select(chartElement);
    if (chartElement.querySelector("svg")) chart.update(hierarchy());
    else { container.datum(hierarchy()).call(chart); hatch(); }
    if (zoomed !== everything) zoomTo(zoomed);
    search();
  }

  // hatch adds the patterns of frames that stand for others, and of those that have more than before.
  function hatch() {
    const defs = library.select(chartElement).select("svg").append("defs");
    const pattern = (id, turned, ground, stripe, width) => {
      const made = defs.append("pattern").attr("id", id).attr("width", 8).attr("height", 8)
        .attr("patternUnits", "userSpaceOnUse").attr("patternTransform", `rotate(${turned})`);
      made.append("rect").attr("width", 8).attr("height", 8).style("fill", ground);
      made.append("rect").attr("width", width).attr("height", 8).style("fill", stripe);
    };
    pattern("rest", 45, "var(--raised)", "var(--line)", 3);
    for (const level of [1, 2, 3]) pattern(`more${level}`, 45, `hsl(var(--more) var(--more-${level}))`, "var(--stripe)", 1.5);
  }

  // finish adds to the frames just drawn what the library does not: what they are, for
  // people who see, hear or type.
  function finish() {
    const svg = library.select(chartElement).select("svg");
    svg.attr("role", "tree").attr("aria-label", `Calls by ${data.metrics[metric].name}`);
    svg.select("text.title").remove();
    const frames = svg.selectAll("g.frame");
    if (!elementOf(focused)) focused = zoomed;
    frames.each(function (d) {
      const node = d.data.node;
      this.classList.add(kindOf(node));
      this.classList.toggle("match", hits.has(node));
      this.classList.toggle("chosen", node === chosen);
      this.setAttribute("role", "treeitem");
      this.setAttribute("aria-level", d.depth + 1);
      this.setAttribute("aria-selected", node === chosen);
      this.setAttribute("aria-label", described(node));
      this.setAttribute("tabindex", node === focused ? 0 : -1);
    });
    element("reset").disabled = zoomed === everything;
    tell();
  }

  // ---- How the page is looked at ----

  // A node is known by the names on the way to it, as its number is another in the next run.
  function wayTo(node) {
    const way = [];
    for (let at = node; at >= 0; at = data.parents[at]) way.unshift(nameOf(at));
    return way;
  }
  // The node at a way's end or, where that is not there any more, the last one on it that is.
  function atEndOf(way) {
    let node = everything, next = threads;
    for (const name of way || []) {
      const found = next.find((child) => nameOf(child) === name);
      if (found === undefined) break;
      node = found;
      next = children[node];
    }
    return threads.length === 1 && node === threads[0] ? everything : node;
  }
  let restoring = true;
  function tell() {
    if (restoring) return;
    const detail = {
      metric: data.metrics[metric].name, find: element("search").value, flipped, colouring,
      zoomed: wayTo(zoomed), chosen: wayTo(chosen), scroll: window.scrollY,
    };
    document.dispatchEvent(new CustomEvent("hotlens-state", { detail }));
  }
  function restore(state) {
    metric = Math.max(0, data.metrics.findIndex(({ name }) => name === state.metric));
    element("metric").value = metric;
    element("search").value = state.find || "";
    colouring = data.base && state.colouring === "change" ? "change" : "kind";
    flipped = Boolean(state.flipped);
    zoomed = atEndOf(state.zoomed);
    chosen = focused = atEndOf(state.chosen);
  }

  function datumOf(node) {
    let found;
    library.select(chartElement).datum()?.each((d) => { if (d.data.node === node) found = d; });
    return found;
  }
  function elementOf(node) {
    return library.select(chartElement).selectAll("g.frame").filter((d) => d.data.node === node).node();
  }
  function zoomTo(node) { // calls onClick's function
    if (chartElement.hidden) return;
    const d = datumOf(node);
    if (d && amount(metric, node) > 0) chart.zoomTo(d);
    else { zoomed = everything; chart.resetZoom(); }
  }

  // ---- The chosen frame ----

  function choose(node, keepFocus) {
    chosen = focused = node;
    finish();
    showDetails(node);
    if (keepFocus && document.hasFocus()) elementOf(node)?.focus({ preventScroll: true });
  }

  function text(tag, content, className) {
    const made = document.createElement(tag);
    made.textContent = content;
    if (className) made.className = className;
    return made;
  }
  function button(content, action) {
    const made = text("button", content);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
  }

  function showDetails(node) {
    const details = element("details");
    details.replaceChildren();
    if (node === everything) return;
    details.append(text("h2", nameOf(node)));
    const place = placeOf(node);
    if (place) {
      const { path, line } = frameOf(node);
      const row = text("p", place, "place");
      row.append(button("Copy", async ({ target }) => {
        try {
          await navigator.clipboard.writeText(place);
          target.textContent = "Copied";
        } catch {
          target.textContent = "Not allowed";
        }
      }));
      document.dispatchEvent(new CustomEvent("hotlens-place", { detail: { path, line, row } }));
      details.append(row);
    } else if (standsFor.has(node)) {
      details.append(text("p", "Frames that are too small, or too deep, to be shown one by one. Their sums are exact."));
    }
    const columns = document.createElement("div");
    columns.className = "columns";
    columns.append(table(node), callers(node));
    details.append(columns);
  }

  function table(node) {
    const made = document.createElement("table");
    made.classList.toggle("compared", Boolean(data.base));
    const head = made.createTHead().insertRow();
    const titles = ["", "with its calls", "share", ...(data.base ? [data.base.name, "change"] : []), "by itself", "share"];
    for (const title of titles) head.append(text("th", title));
    const body = made.createTBody();
    data.metrics.forEach(({ name }, m) => {
      const row = body.insertRow();
      if (m === metric) row.className = "current";
      const all = amount(m, node), self = own(m, node);
      row.append(text("th", name), text("td", written(m, all)), text("td", share(m, all)));
      if (data.base) row.append(...(comparable(m) ? [text("td", written(m, before(m, node))), text("td", changeOf(m, node))] : [text("td", ""), text("td", "")]));
      row.append(text("td", written(m, self)), text("td", share(m, self)));
    });
    return made;
  }

  // callers lists the nearest callers, from the frame outwards.
  function callers(node) {
    const list = document.createElement("ol");
    list.setAttribute("aria-label", "Called from");
    for (let at = data.parents[node], left = 5; at >= 0 && left > 0; at = data.parents[at], left--) {
      if (at === threads[0] && threads.length === 1) break;
      const caller = at;
      const item = document.createElement("li");
      item.append(button(nameOf(caller), () => { zoomTo(caller); }));
      list.append(item);
    }
    if (!list.childElementCount) return list;
    const around = document.createElement("div");
    around.append(text("p", "called from"), list);
    return around;
  }

  // ---- Finding ----

  // This does not use the library's search, which draws everything anew.
  let found = []; // the nodes that match
  let hits = new Set();
  function matches(node, words) { return `${nameOf(node)} ${frameOf(node).path || ""}`.toLowerCase().includes(words); }
  function search() {
    const words = element("search").value.trim().toLowerCase();
    found = [];
    // In preorder, so that stepping goes down each stack, from left to right.
    if (words) {
      library.select(chartElement).datum()?.eachBefore(({ data: { node } }) => {
        if (node !== everything && matches(node, words)) found.push(node);
      });
    }
    hits = new Set(found);
    // Calls within calls that match as well count once.
    const outermost = found.filter((node) => {
      for (let at = data.parents[node]; at >= 0; at = data.parents[at]) if (hits.has(at)) return false;
      return true;
    });
    element("found").textContent = !words ? "" : found.length === 0 ? "Nothing found"
      : `${grouped(found.length)} ${found.length === 1 ? "frame" : "frames"}, ${share(metric, sum(outermost.map((node) => amount(metric, node))))} of ${data.metrics[metric].name}`;
    finish();
  }
  // step goes to the next drawn frame that was found, or to the one before.
  function step(by) {
    const drawn = found.filter((node) => elementOf(node));
    if (drawn.length === 0) return;
    const at = drawn.indexOf(focused);
    go(drawn[(at + by + (at < 0 && by < 0 ? 1 : 0) + drawn.length) % drawn.length]);
  }

  // ---- Moving by keys ----

  function go(node) {
    choose(node);
    const target = elementOf(node);
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }
  // neighbour finds where an arrow key leads: to the drawn callee with the largest share,
  // to the caller, or along the row.
  function neighbour(d, key) {
    const drawn = (other) => Boolean(other) && Boolean(elementOf(other.data.node));
    const inwards = flipped ? "ArrowUp" : "ArrowDown";
    switch (key) {
      case inwards:
        return (d.children || []).filter(drawn).sort((a, b) => b.value - a.value)[0];
      case "ArrowUp": case "ArrowDown":
        return d.parent;
    }
    const row = library.select(chartElement).selectAll("g.frame").data()
      .filter((other) => other.depth === d.depth).sort((a, b) => a.x0 - b.x0);
    return row[row.indexOf(d) + (key === "ArrowRight" ? 1 : -1)];
  }
  chartElement.addEventListener("keydown", (event) => {
    const d = library.select(event.target).datum();
    if (!d?.data || event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "ArrowUp": case "ArrowDown": case "ArrowLeft": case "ArrowRight": {
        const next = neighbour(d, event.key);
        if (next) go(next.data.node);
        break;
      }
      case "Home": go(zoomed); break;
      case "Enter": case " ": zoomTo(d.data.node); break;
      default: return;
    }
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target === element("search");
    if (event.key === "Escape") { typing && element("search").value ? (element("search").value = "", search()) : zoomTo(everything); return; }
    if (typing && event.key === "Enter") { step(1); return; }
    if (event.target.closest("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") element("search").focus();
    else if (event.key === "c" && data.base) recolour(colouring === "kind" ? "change" : "kind");
    else if (event.key === "n") step(1);
    else if (event.key === "N") step(-1);
    else return;
    event.preventDefault();
  });

  // ---- Controls ----

  data.metrics.forEach(({ name, unit, modelled }, m) => {
    const option = text("option", `${name} · ${total[m] > 0 ? written(m, total[m]) : "none"}`);
    option.value = m;
    if (modelled) option.title = "modelled time";
    element("metric").append(option);
  });
  element("metric").addEventListener("change", (event) => {
    metric = Number(event.target.value);
    const shown = chosen;
    draw();
    choose(shown);
  });
  element("search").addEventListener("input", search);
  element("reset").addEventListener("click", () => zoomTo(everything));
  element("flip").addEventListener("click", () => {
    flipped = !flipped;
    element("flip").setAttribute("aria-pressed", flipped);
    chart.inverted(!flipped).update();
    finish();
  });
  if (data.base) {
    element("colouring").hidden = false;
    for (const [what, words] of [["kind", "by whose code it is"], ["change", `by change since the ${data.base.name}`]]) {
      const option = text("option", words);
      option.value = what;
      element("colour").append(option);
    }
    element("changed").textContent = `Since the ${data.base.name}, which had ${data.metrics.map(({ name }, m) => (comparable(m) ? `${written(m, data.base.totals[m])}${["cost", "bytes"].includes(name) ? "" : ` ${name}`}` : "")).filter(Boolean).join(", ")}:`;
    element("colour").addEventListener("change", (event) => recolour(event.target.value));
  }
  function recolour(how) {
    colouring = how;
    showLegend();
    const shown = chosen;
    draw(); // names have changed as well
    choose(shown);
  }
  function showLegend() {
    element("colour").value = colouring;
    element("kinds").hidden = colouring === "change";
    element("changes").hidden = colouring !== "change";
  }
  let width = 0;
  new ResizeObserver(() => {
    if (chartElement.hidden || chartElement.clientWidth === width) return;
    width = chartElement.clientWidth;
    chart.width(width - 32).update();
    finish();
  }).observe(chartElement);
  const repaint = () => {
    palette = new Map();
    if (!chartElement.hidden) { chart.update(); finish(); }
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  new MutationObserver(repaint).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

  const state = window.hotlensState || {};
  restore(state);
  showLegend();
  element("flip").setAttribute("aria-pressed", flipped);
  chart.inverted(!flipped);
  const shown = chosen; // zooming chooses
  draw();
  if (shown !== everything) choose(shown);
  window.scrollTo(0, state.scroll || 0);
  restoring = false;
  window.addEventListener("scroll", tell, { passive: true });
})();

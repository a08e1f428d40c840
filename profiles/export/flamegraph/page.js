// The flame graph's page: it draws the profile of the element "profile" (flamegraphData
// in flamegraph.go) by d3-flame-graph.
//
// A page around this one can set data-theme="light" or "dark" on the root element, and
// open sources: a "hotlens-open" event of the document, with {path, line}, asks for that.
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
  // "java.util.HashMap.put(Object, Object)" is "HashMap.put" on a frame.
  function shortName(node) {
    const name = nameOf(node);
    if (!["app", "library"].includes(kindOf(node)) && !name.endsWith(")")) return name;
    return name.replace(/\(.*$/, "").split(".").slice(-2).join(".");
  }
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
    return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
  }
  function described(node) {
    const place = placeOf(node);
    return `${nameOf(node)}: ${share(metric, amount(metric, node))} of ${data.metrics[metric].name}, ${written(metric, amount(metric, node))}` +
      (place ? `, ${place}` : "");
  }

  // ---- Colours, which repeat what the style of the letters says ----

  let palette = new Map(); // values of the style's variables; asking for each frame takes seconds
  function value(name) {
    if (!palette.has(name)) palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    return palette.get(name);
  }
  function colour(node) {
    const kind = kindOf(node);
    if (kind === "rest") return "url(#rest)";
    if (kind !== "app" && kind !== "library") return `hsl(0 0% ${value("--vm-light")})`;
    // The same class has the same shade everywhere.
    const name = frameOf(node).name.replace(/\(.*$/, "");
    let hash = 0;
    for (const letter of name.slice(0, name.lastIndexOf("."))) hash = (hash * 31 + letter.codePointAt(0)) % 9973;
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
    .label((d) => described(d.data.node))
    .onClick((d) => { zoomed = d.data.node; choose(d.data.node, true); });

  // d3-flame-graph keeps its state in the nodes it is given, so each metric gets new ones.
  function hierarchy() {
    const make = (node) => ({ node, name: shortName(node), value: amount(metric, node), children: [] });
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

  // hatch adds the pattern of frames that stand for others.
  function hatch() {
    const pattern = library.select(chartElement).select("svg").append("defs").append("pattern")
      .attr("id", "rest").attr("width", 8).attr("height", 8).attr("patternUnits", "userSpaceOnUse").attr("patternTransform", "rotate(45)");
    pattern.append("rect").attr("width", 8).attr("height", 8).style("fill", "var(--raised)");
    pattern.append("rect").attr("width", 3).attr("height", 8).style("fill", "var(--line)");
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
    if (keepFocus) elementOf(node)?.focus({ preventScroll: true });
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
    const head = made.createTHead().insertRow();
    for (const title of ["", "with its calls", "share", "by itself", "share"]) head.append(text("th", title));
    const body = made.createTBody();
    data.metrics.forEach(({ name }, m) => {
      const row = body.insertRow();
      if (m === metric) row.className = "current";
      const all = amount(m, node), self = own(m, node);
      row.append(text("th", name), text("td", written(m, all)), text("td", share(m, all)), text("td", written(m, self)), text("td", share(m, self)));
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
  let width = 0;
  new ResizeObserver(() => {
    if (chartElement.hidden || chartElement.clientWidth === width) return;
    width = chartElement.clientWidth;
    chart.width(width - 32).update();
    finish();
  }).observe(chartElement);
  const recolour = () => {
    palette = new Map();
    if (!chartElement.hidden) { chart.update(); finish(); }
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  new MutationObserver(recolour).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

  draw();
})();

// The page of the call graph: cards in three columns, with lines between them as wide as their share of the run. All that is
// to be read stands in the cards; the lines and bars only repeat it.

import type { CallSite, CallTarget, FromGraphPage, Location, ToGraphPage } from "../protocol";

declare function acquireVsCodeApi(): { postMessage(message: FromGraphPage): void };

const editor = acquireVsCodeApi();
const header = find("header");
const main = find("main");
const footer = find("footer");

/** How wide a line is, in pixels: for nothing of the run, and for all of it. */
const thinnest = 1;
const thickest = 14;

/** Below this width of the page, in pixels, the columns stand below each other, and there are no lines. */
const narrow = 640;

window.addEventListener("message", ({ data }: MessageEvent<ToGraphPage>) => {
  draw(data);
});
new ResizeObserver(drawLines).observe(main);
document.addEventListener("keydown", (event) => {
  if (event.altKey && event.key === "ArrowLeft") {
    editor.postMessage({ kind: "back" });
  } else if (event.key === "c" && document.activeElement instanceof HTMLElement && !event.ctrlKey && !event.metaKey && !event.altKey) {
    document.activeElement.closest(".card")?.querySelector<HTMLElement>(".centre")?.click();
  }
});
editor.postMessage({ kind: "ready" });

function find(tag: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(tag);
  if (!found) {
    throw new Error(`there is no ${tag}`);
  }
  return found;
}

function draw({ graph, back, problem }: ToGraphPage): void {
  header.replaceChildren();
  const heading = element("div", "heading");
  heading.append(element("h1", "", graph.title), element("p", "summary", graph.summary));
  const backwards = button("← Back", "To the method that was shown before (Alt+Left)", { kind: "back" });
  backwards.disabled = !back;
  const choice = element("label", "", "Shares of ");
  const select = document.createElement("select");
  for (const metric of graph.metrics) {
    select.append(new Option(metric, metric, false, metric === graph.metric));
  }
  select.addEventListener("change", () => {
    editor.postMessage({ kind: "metric", metric: select.value });
  });
  choice.append(select);
  header.append(backwards, heading, choice);
  if (problem !== undefined) {
    const sentence = element("p", "problem", `Not of the newest run: ${problem}`);
    sentence.setAttribute("role", "status");
    header.append(sentence);
  }

  const middle = element("section", "middle");
  const card = element("div", "card own");
  card.append(element("span", "name", graph.title), element("span", "figures", graph.summary));
  middle.append(card);
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.setAttribute("aria-hidden", "true");
  main.replaceChildren(
    lines,
    column("Called from", graph.callers, "callers", "Nothing: a thread begins here.", graph.moreCallers),
    middle,
    column("Calls", graph.callees, "callees", "Nothing.", graph.moreCallees),
  );
  const asked = graph.callees.some(({ possible }) => possible > 0);
  footer.replaceChildren(
    element("p", "", "A name leads to the source, “Centre” (key c) to the calls of that method."),
    ...(asked ? [] : [element("p", "", "How many methods a call could reach is counted with the setting hotlens.compareCha.")]),
  );
  drawLines();
}

function column(title: string, sites: readonly CallSite[], kind: "callers" | "callees", nothing: string, more: number): HTMLElement {
  const section = element("section", kind);
  section.append(element("h2", "", title));
  if (sites.length === 0) {
    section.append(element("p", "nothing", nothing));
    return section;
  }
  const list = element("ol", "");
  for (const site of sites) {
    const [only] = site.targets;
    const item = element("li", "");
    if (only && site.targets.length === 1 && site.possible < 2) {
      item.append(cardOf(only, site, kind));
    } else {
      item.append(groupOf(site));
    }
    list.append(item);
  }
  section.append(list);
  if (more > 0) {
    section.append(element("p", "nothing", `and ${grouped(more)} more`));
  }
  return section;
}

/** A call with several targets, seen or possible. */
function groupOf(site: CallSite): HTMLElement {
  const group = element("div", "group");
  const head = element("div", "head");
  const seen = `${grouped(site.targets.length)} seen`;
  const targets = site.possible < 2 ? seen : `${grouped(site.possible)} possible, ${seen}`;
  head.append(link(site.name || "a call", site.place, site.line), element("span", "figures", `${calls(site.calls)} · targets: ${targets}`));
  const list = element("ol", "");
  for (const target of site.targets) {
    const item = element("li", "");
    item.append(cardOf(target, site, "target"));
    list.append(item);
  }
  group.append(head, list);
  if (site.unseen && site.unseen.length > 0) {
    const more = site.moreUnseen ? ` and ${grouped(site.moreUnseen)} more` : "";
    group.append(element("p", "unseen", `Possible, not called: ${site.unseen.join(", ")}${more}`));
  }
  return group;
}

function cardOf(target: CallTarget, site: CallSite, kind: "callers" | "callees" | "target"): HTMLElement {
  const card = element("div", `card ${target.origin}`);
  card.dataset["share"] = target.share.toString();
  const name = target.declaration ? button(target.name, "Show its source", { kind: "open", place: target.declaration }) : element("span", "", target.name);
  name.classList.add("name");
  const figures = element("span", "figures", `${calls(target.calls)} · ${percent(target.share)}, ${target.figure.replaceAll(" ", "\u00a0")}`);
  const rest = element("span", "rest");
  if (kind === "target") {
    rest.append(element("span", "", `${percent(target.callShare)} of these calls`));
  } else if (site.place) {
    rest.append(link("", site.place, site.line));
  }
  if (target.origin !== "app") {
    rest.append(element("span", "", "library"));
  }
  if (target.inlining) {
    rest.append(element("span", "", target.inlining));
  }
  const centre = button("Centre", `The calls of ${target.name}`, { kind: "show", method: target.method });
  centre.classList.add("centre");
  rest.append(centre);
  const bar = element("span", "bar");
  bar.style.setProperty("--share", target.share.toString());
  card.append(name, figures, rest, bar);
  return card;
}

/** A call's place: its name, or the file, with the line. */
function link(name: string, place: Location | undefined, line: number): HTMLElement {
  const file = place ? decodeURIComponent(place.uri.replace(/^.*\//, "")) : "";
  const at = place ? place.range.start.line + 1 : line;
  const text = name ? `${name}${at > 0 ? `, line ${at.toString()}` : ""}` : `${file}:${at.toString()}`;
  return place ? button(text, "Show the call", { kind: "open", place }) : element("span", "", text);
}

// ---- Lines ----

function drawLines(): void {
  const lines = main.querySelector("svg");
  const middle = main.querySelector(".middle .card")?.getBoundingClientRect();
  if (!lines || !middle) {
    return;
  }
  lines.replaceChildren();
  if (main.clientWidth < narrow) {
    return;
  }
  const frame = main.getBoundingClientRect();
  for (const card of main.querySelectorAll<HTMLElement>(".card[data-share]")) {
    const box = card.getBoundingClientRect();
    const caller = card.closest(".callers") !== null;
    const [x1, x2] = caller ? [box.right, middle.left] : [middle.right, box.left];
    const [y1, y2] = caller ? [box.top + box.height / 2, middle.top + middle.height / 2] : [middle.top + middle.height / 2, box.top + box.height / 2];
    const bend = (x1 + x2) / 2 - frame.left;
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const points = [x1 - frame.left, y1 - frame.top, bend, y1 - frame.top, bend, y2 - frame.top, x2 - frame.left, y2 - frame.top].map((n) => n.toFixed(1));
    path.setAttribute("d", `M${points.slice(0, 2).join(" ")} C${points.slice(2).join(" ")}`);
    path.setAttribute("stroke-width", (thinnest + Number(card.dataset["share"]) * (thickest - thinnest)).toFixed(1));
    lines.append(path);
  }
}

// ---- Words ----

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  made.textContent = text;
  return made;
}

function button(text: string, title: string, message: FromGraphPage): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.title = title;
  made.addEventListener("click", () => {
    editor.postMessage(message);
  });
  return made;
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

function calls(number: number): string {
  return `${grouped(number)} ${number === 1 ? "call" : "calls"}`;
}

/** A share as the server writes them: "37%", "0.4%", "<0.1%". */
function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.1) {
    return "<0.1%";
  }
  return `${value < 9.95 ? Number(value.toFixed(1)).toString() : value.toFixed(0)}%`;
}

// What page.js uses of other people's libraries; build.sh bundles it.
export { default as flamegraph } from "d3-flame-graph";
export { select } from "d3-selection";

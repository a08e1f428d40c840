// The site: these pages in VitePress' own theme. It fails where a page links to one that is not there, and its pages fetch nothing from
// elsewhere. HOTLENS_SITE_BASE is the path below which it is served, if that is not the root.
import { defineConfig } from "vitepress";

export default defineConfig({
  title: "hotlens",
  description: "See what your Java program did, next to the code, every time you save.",
  lang: "en",
  base: process.env.HOTLENS_SITE_BASE ?? "/",
  outDir: "../build/site",
  cacheDir: "../build/site-cache",
  srcExclude: ["node_modules/**"],
  themeConfig: {
    aside: false, // reports are a hundred characters wide
    search: { provider: "local" },
    nav: [
      { text: "VS Code", link: "/vscode" },
      { text: "Neovim", link: "/neovim" },
      { text: "Recipes", link: "/recipes/quadratic" },
    ],
    sidebar: [
      {
        text: "Start",
        items: [
          { text: "What the numbers mean", link: "/numbers" },
          { text: "Five minutes in VS Code", link: "/vscode" },
          { text: "Five minutes in Neovim", link: "/neovim" },
          { text: "Other editors", link: "/other-editors" },
        ],
      },
      {
        text: "Recipes",
        items: [
          { text: "An accidental quadratic", link: "/recipes/quadratic" },
          { text: "An allocation", link: "/recipes/allocation" },
          { text: "A megamorphic call", link: "/recipes/megamorphic" },
          { text: "A regression, in CI", link: "/recipes/regression" },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "Tests", link: "/tests" },
          { text: "In the editor, in detail", link: "/editor" },
          { text: "On the command line", link: "/command-line" },
          { text: "Other tools' formats", link: "/formats" },
          { text: "Cost models of your own", link: "/cost-models" },
        ],
      },
      {
        text: "Background",
        items: [
          { text: "Limits", link: "/limits" },
          { text: "How it works", link: "/how-it-works" },
          { text: "Beside other profilers", link: "/comparison" },
        ],
      },
    ],
  },
});

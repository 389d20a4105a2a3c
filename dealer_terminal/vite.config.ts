import { defineConfig } from "vite";

/** Four pages in one build: dealer terminal, winning number display, operator page and the description of the API. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "chrome120",
    // Fonts stay files: the content security policy allows nothing from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { dealer: "dealer.html", display: "display.html", operator: "operator.html", api: "api.html" },
    },
  },
});

import { defineConfig } from "vite";

/** Three pages in one build: the dealer terminal, the winning number display and the operator page. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "chrome120",
    // Fonts stay files: the content security policy allows nothing from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { dealer: "dealer.html", display: "display.html", operator: "operator.html" } },
  },
});

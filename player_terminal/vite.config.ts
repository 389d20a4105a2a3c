import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "chrome120",
    // Fonts stay files: the content security policy allows no fonts from data: addresses.
    assetsInlineLimit: 0,
  },
});

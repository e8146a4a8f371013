// web/vite.config.ts - the page as static files, under names that say what is in them.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: { outDir: "dist", assetsInlineLimit: 0, target: "es2021", modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});

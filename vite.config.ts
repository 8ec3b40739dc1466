/** How is the terminal built? One page, one worker chunk, charts and decimal.js lazy; dev proxies to the server. */

import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { firstFacePlugin } from "./tools/first-face.ts"
import { initialChunks } from "./tools/initial-chunks.ts"
import { webAppPlugin } from "./tools/web-app-plugin.ts"

const server = process.env.SAKER_DEV_SERVER ?? "http://127.0.0.1:8080"

const root = import.meta.dirname
const site = "dist/site"

export default defineConfig({
  base: "./",
  plugins: [react(), firstFacePlugin(root), webAppPlugin(root, join(root, site))],
  resolve: {
    // The router's store asks for what stands in for a hook of React's that this React has.
    alias: [
      {
        find: "use-sync-external-store/shim/with-selector",
        replacement: "use-sync-external-store/with-selector",
      },
      // The shell scrolls its content by itself; what the router would remember of the window is 1 kB gz of the first script.
      { find: /^\.\/scroll-restoration\.js$/, replacement: join(root, "tools/no-scroll-restoration.ts") },
    ],
  },
  build: {
    outDir: site,
    // The oldest with all that the page uses: container queries, `:has`, alternative text of generated content.
    target: ["chrome123", "edge123", "firefox128", "safari17.4"],
    sourcemap: false,
    // Hidden behind hashed names and served immutable; the manifest lets the size check find the initial chunks.
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: initialChunks(join(root, "src/screens/home/home.route.tsx"), join(root, "src/routes.ts")),
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    proxy: {
      "/socket": { target: server, ws: true },
      "/market": server,
      "/ai": server,
      "/alert": server,
      "/apiKey": server,
      "/passkey": server,
      "/drawing": server,
      "/layout": server,
      "/template": server,
      "/option": server,
      "/order": server,
      "/index": {
        target: server,
        bypass: (request) => (request.url === "/index.html" ? request.url : undefined),
      },
      "/article": server,
      "/register": server,
      "/login": server,
      "/security": server,
      "/spot": server,
      "/contract": server,
      "/assets": server,
      "/mailbox": server,
      "/avatar": server,
      "/content": server,
      "/config.json": server,
      "/binance": { target: server, ws: true },
      "/udf": server,
      "/export": server,
      "/docs": server,
      "/openapi.json": server,
      "/asyncapi.json": server,
      "/healthz": server,
    },
  },
})

/**
 * Bundles the server into dist/server: one file instead of 1,500, as finding and reading each of them was a third of what
 * a start computes on its main thread. Only `npm start` runs it; development and tests run the sources.
 */

import { join } from "node:path"
import { build, type Plugin } from "vite"
import { root } from "./steps.mjs"

/** Bring files of their own beside their code: WebAssembly, native code, threads. */
const APART = ["@electric-sql/pglite", "@node-rs/argon2", "ccxt", "pg", "pino", "sharp"]

/** A single character beyond Latin-1 would have V8 keep two bytes for each of the six million others. */
const asAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
const plainAscii: Plugin = {
  name: "plain-ascii",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = asAscii(chunk.code)
  },
}

await build({
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  plugins: [plainAscii],
  build: {
    ssr: true,
    // As deep as the folders of server/: what is found from `import.meta.dirname` is found from there as well.
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node24",
    // An error's stack shall name our functions.
    minify: false,
    rolldownOptions: {
      input: {
        main: join(root, "server/main.ts"),
        "database.worker": join(root, "server/storage/database.worker.ts"),
        "state-image.worker": join(root, "server/journal/state-image.worker.ts"),
      },
      external: APART.map((name) => new RegExp(`^${name}(?:/|$)`)),
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true, external: APART },
})

/**
 * Measures the size of the first visit.
 * All JavaScript that must be there before `/` can be used (entry, its static imports,
 * the home screen, one language), gzipped, as a ratio to react + react-dom built the same way. The worker is apart.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { firstVisitFiles } from "./first-visit.ts"
import { root } from "./steps.mjs"

/** As `initial-js` in bench/figures.ts. */
const GATE = 1.9
const GOAL = 1.8

const site = join(root, "dist/site")
const gz = (path) => gzipSync(readFileSync(path), { level: 9 }).length

async function reactAlone() {
  const folder = mkdtempSync(join(tmpdir(), "saker-size-"))
  try {
    writeFileSync(
      join(folder, "index.html"),
      '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>',
    )
    writeFileSync(
      join(folder, "main.js"),
      'import { createElement } from "react"\nimport { createRoot } from "react-dom/client"\ncreateRoot(document.getElementById("root")).render(createElement("p", null, "x"))\n',
    )
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      resolve: {
        alias: { react: join(root, "node_modules/react"), "react-dom": join(root, "node_modules/react-dom") },
      },
      build: { outDir: join(folder, "out"), target: "es2023", modulePreload: { polyfill: false } },
    })
    const assets = join(folder, "out/assets")
    return readdirSync(assets).reduce(
      (sum, name) => sum + (name.endsWith(".js") ? gz(join(assets, name)) : 0),
      0,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes of each initial chunk, largest first, their sum, and react + react-dom alone; all gzipped. */
export async function measureInitialJs() {
  const sizes = firstVisitFiles(site, "en")
    .filter((file) => file.endsWith(".js"))
    .map((file) => [gz(join(site, file)), file])
    .sort((a, b) => b[0] - a[0])
  const total = sizes.reduce((sum, [bytes]) => sum + bytes, 0)
  return { sizes, total, base: await reactAlone() }
}

async function main() {
  const { sizes, total, base } = await measureInitialJs()
  for (const [bytes, file] of sizes) console.log(`${String(bytes).padStart(8)}  ${file}`)
  const ratio = total / base
  console.log(
    `initial JavaScript ${total} bytes gz, react + react-dom ${base}: ratio ${ratio.toFixed(2)} (gate ${GATE}, goal ${GOAL})`,
  )
  if (ratio > GATE) {
    console.error(`saker: initial JavaScript is ${ratio.toFixed(2)} x react + react-dom, more than ${GATE}`)
    process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()

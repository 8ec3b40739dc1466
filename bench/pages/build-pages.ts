/** Builds the bench's pages: every page.html below bench/, built as the terminal is, into dist/bench. */

import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import react from "@vitejs/plugin-react"
import { build } from "vite"

const root = join(import.meta.dirname, "../..")
const bench = join(root, "bench")
/** Served as `/bench/…` by the load generator. */
export const pagesFolder = join(root, "dist/bench")
const SOURCES = ["bench", "core", "workers", "src", "locales", "package-lock.json"]

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function hashOfSources(): string {
  const hash = createHash("sha256")
  for (const source of SOURCES) {
    const path = join(root, source)
    const files = existsSync(join(path, ".")) && !source.endsWith(".json") ? filesBelow(path) : [path]
    for (const file of files.sort()) hash.update(relative(root, file)).update(readFileSync(file))
  }
  return hash.digest("hex")
}

/** Builds the pages when a source of them has changed. The flags are those of vite.config.ts. */
export async function ensureBenchPages(): Promise<void> {
  const stamp = join(pagesFolder, ".built")
  const hash = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return
  const pages = filesBelow(bench).filter((path) => path.endsWith("page.html"))
  if (pages.length > 0)
    await build({
      root: bench,
      base: "/bench/",
      configFile: false,
      logLevel: "warn",
      plugins: [react()],
      worker: { format: "es" },
      build: {
        outDir: pagesFolder,
        emptyOutDir: true,
        target: "es2023",
        sourcemap: false,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: pages },
      },
    })
  mkdirSync(pagesFolder, { recursive: true })
  writeFileSync(stamp, hash)
}

/** Bundles a fuzz target with everything that it reads with into one file, its parsers with counters in them. */

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build, type Plugin } from "vite"
import { COUNTERS_MAX, instrument, type SyntaxNode } from "./instrument.ts"

/** What is fuzzed of others: its code is counted as ours is. */
const COUNTED_PACKAGES = /\/node_modules\/(?:file-type|token-types|strtok3)\//
const COUNTED = /\/(?:core|server|workers|src)\//

/** What stands beside the bundle. */
export interface BuiltTarget {
  /** Counters that it uses. */
  counters: number
  words: readonly string[]
}

/** Writes `target.js` and `built.json` into `folder`. */
export async function buildTarget(root: string, name: string, folder: string): Promise<BuiltTarget> {
  const words = new Set<string>()
  let counters = 0
  const counting: Plugin = {
    name: "fuzz-counters",
    enforce: "post",
    transform(code, id) {
      const isOurs =
        id.startsWith(root) && !id.includes("/node_modules/") && COUNTED.test(id.slice(root.length))
      if (!isOurs && !COUNTED_PACKAGES.test(id)) return null
      const done = instrument(code, this.parse(code) as unknown as SyntaxNode, counters)
      counters += done.count
      for (const word of done.words) words.add(word)
      return { code: done.code, map: null }
    },
  }
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [counting],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: "node24",
      minify: false,
      rolldownOptions: {
        input: { target: join(root, "tests/fuzz/targets", `${name}.ts`) },
        output: { entryFileNames: "[name].js", codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  })
  if (counters > COUNTERS_MAX) throw new Error(`${counters} counters, ${COUNTERS_MAX} at most`)
  const built = { counters, words: [...words] }
  writeFileSync(join(folder, "built.json"), JSON.stringify(built))
  return built
}

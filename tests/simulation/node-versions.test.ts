/** The same commands give the same state, byte for byte, on every version of Node that this machine has in its PATH (R2). */

import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { build } from "vite"
import { afterAll, expect, test } from "vitest"
import { stateOfSeed } from "./state-of-seed.ts"

const SEED = 27
const COMMANDS = Number(process.env.SAKER_VERSION_COMMANDS ?? 1_500)
const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "saker-versions-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Path by version; this process's own first. */
function nodesOfMachine(): Map<string, string> {
  const found = new Map([[process.version, process.execPath]])
  for (const place of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(place, process.platform === "win32" ? "node.exe" : "node")
    if (!existsSync(path)) continue
    const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim()
    if (!found.has(version)) found.set(version, path)
  }
  return found
}

test("each version of Node comes to the same state of the same commands", {
  timeout: 120_000 + COMMANDS * 40,
}, async () => {
  const entry = join(folder, "entry.ts")
  const source = JSON.stringify(join(import.meta.dirname, "state-of-seed.ts"))
  writeFileSync(
    entry,
    `import { stateOfSeed } from ${source}\nconsole.log(stateOfSeed(${SEED}, ${COMMANDS}))\n`,
  )
  await build({
    ...{ root, configFile: false, logLevel: "warn", publicDir: false },
    build: {
      ssr: true,
      outDir: join(folder, "out"),
      emptyOutDir: true,
      target: "node20",
      rolldownOptions: { input: entry },
    },
    ssr: { noExternal: true },
  })
  const wanted = stateOfSeed(SEED, COMMANDS)
  const nodes = nodesOfMachine()
  for (const [version, path] of nodes) {
    const told = execFileSync(path, [join(folder, "out/entry.js")], { encoding: "utf8" })
    expect(told.trim(), version).toBe(wanted)
  }
  process.stdout.write(
    `${COMMANDS} commands each of spot and contracts: the same on ${[...nodes.keys()].join(", ")}\n`,
  )
})

/**
 * `npm run reproducible`: builds the last commit twice, each in a fresh clone with packages of its own, in folders of
 * different depth, and compares every file of terminal and server byte for byte. Ends with 1 and names what differs.
 */

import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fail, root, run, say } from "./steps.mjs"

const BUILT = ["dist/site", "dist/server"]
const base = mkdtempSync(join(tmpdir(), "saker-build-"))
// However it ends: a step that fails ends the process.
process.once("exit", () => rmSync(base, { recursive: true, force: true }))

const [one, other] = ["one", "a/deeper/folder/other"].map((name) => builtIn(join(base, name)))
const names = [...new Set([...one.keys(), ...other.keys()])].sort()
const differing = names.filter((name) => one.get(name) !== other.get(name))
if (differing.length > 0) fail(`these files came out differently: ${differing.join(", ")}`)
const whole = createHash("sha256")
for (const name of names) whole.update(`${name} ${one.get(name)}\n`)
say(`${names.length} files, twice the same; sha256 of all their names and sums: ${whole.digest("hex")}`)

/** Name → sum of all that a fresh clone builds. */
function builtIn(folder) {
  mkdirSync(dirname(folder), { recursive: true })
  say("building in a fresh clone …")
  run("git", ["clone", "--quiet", root, folder])
  const inside = { cwd: folder }
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], inside)
  run("npm", ["run", "--silent", "build"], inside)
  run("npx", ["node", "tools/bundle-server.ts"], inside)
  const sums = new Map()
  for (const built of BUILT)
    for (const entry of readdirSync(join(folder, built), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile())
        sums.set(relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex"))
    }
  return sums
}

/**
 * Compares every package of the lock with tools/advisories.json, a list of known advisories that says its date; no network.
 * Fails for one of high or critical severity, tells of the others.
 */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { satisfies } from "semver"
import { root, say } from "./steps.mjs"

const FAILING = new Set(["high", "critical"])
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))

const { packages } = read("package-lock.json")
const { compiled, publishedUntil, advisories } = read("tools/advisories.json")
const found = Object.entries(packages).flatMap(([path, { version }]) => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  return advisories
    .filter((advisory) => advisory.package === name && satisfies(version, advisory.versions))
    .map(({ severity, id }) => ({ text: `${name} ${version}: ${severity}, ${id} (${path})`, severity }))
})
for (const { text } of found) say(text)
const count = Object.keys(packages).length - 1
say(
  `${count} packages against ${advisories.length} advisories, compiled ${compiled}, published until ${publishedUntil}: ${found.length} found`,
)
process.exitCode = found.some(({ severity }) => FAILING.has(severity)) ? 1 : 0

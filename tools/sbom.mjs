/** `npm run sbom`: what a running Saker is made of, as CycloneDX, from the lock alone; into dist/sbom.json. */

import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, say } from "./steps.mjs"

const made = execFileSync(
  "npm",
  ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"],
  { cwd: root, maxBuffer: 64 * 1024 * 1024 },
)
const { components } = JSON.parse(made)
mkdirSync(join(root, "dist"), { recursive: true })
writeFileSync(join(root, "dist/sbom.json"), made)
say(`dist/sbom.json: ${components.length} packages`)

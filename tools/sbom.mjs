/** `npm run sbom`: what a running Saker is made of, as CycloneDX, from the lock alone; into dist/sbom.json. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sbomOf } from "./lock-components.mjs"
import { root, say } from "./steps.mjs"

const made = sbomOf(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))
mkdirSync(join(root, "dist"), { recursive: true })
writeFileSync(join(root, "dist/sbom.json"), `${JSON.stringify(made, undefined, 2)}\n`)
say(`dist/sbom.json: ${made.components.length} packages`)

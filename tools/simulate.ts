/** `npm run test:simulation -- --seed S --commands N`: the simulations with this seed, or their own, this long. */

import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { parseArgs } from "node:util"

const root = join(import.meta.dirname, "..")
const { values } = parseArgs({ options: { seed: { type: "string" }, commands: { type: "string" } } })
const environment: NodeJS.ProcessEnv = { ...process.env }
if (values.seed !== undefined) environment.SAKER_SIMULATION_SEED = values.seed
if (values.commands !== undefined) environment.SAKER_SIMULATION_COMMANDS = values.commands
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "tests/simulation"],
  { cwd: root, env: environment, stdio: "inherit" },
)
process.exit(status ?? 1)

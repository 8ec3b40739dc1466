/** `npm run market -- …`: runs a stretch of time on an exchange of its own (docs/time-machine.md), installing what is missing. */

import { join } from "node:path"
import {
  become,
  ensureInstalled,
  ensureSeeded,
  node,
  root,
  serverEnvironment,
  serverFlags,
} from "./steps.mjs"

ensureInstalled()
ensureSeeded()
become(
  node,
  [
    ...[...serverFlags, "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
    ...[join(root, "tools/market-run.ts"), ...process.argv.slice(2)],
  ],
  // Files are named from where the person stands; npm has gone to the repository's folder.
  { env: serverEnvironment(), cwd: process.env.INIT_CWD ?? process.cwd() },
)

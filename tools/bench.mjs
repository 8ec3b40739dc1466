/** `npm run bench`: installs what is missing, then runs the bench on Node 24 with the same words. */

import { join } from "node:path"
import { become, ensureInstalled, environment, node, root } from "./steps.mjs"

ensureInstalled()
/** Measures of many processes or many minutes, apart from the table of figures. */
const APART = {
  gateways: "bench/server/gateways.ts",
  timing: "bench/server/account-timing.ts",
  flood: "bench/server/flood.ts",
}
const main = APART[process.argv[2]] ?? "bench/main.ts"
become(node, [join(root, main), ...process.argv.slice(2)], { env: environment() })

/** `npm run bench`: installs what is missing, then runs the bench on Node 24 with the same words. */

import { join } from "node:path"
import { become, ensureInstalled, environment, node, root } from "./steps.mjs"

ensureInstalled()
// A measure of several processes, apart from the table of figures.
const main = process.argv[2] === "gateways" ? "bench/server/gateways.ts" : "bench/main.ts"
become(node, [join(root, main), ...process.argv.slice(2)], { env: environment() })

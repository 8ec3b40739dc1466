/** `npm run bench`: installs what is missing, then runs the bench on Node 24 with the same words. */

import { join } from "node:path"
import { become, ensureInstalled, environment, node, root } from "./steps.mjs"

ensureInstalled()
become(node, [join(root, "bench/main.ts"), ...process.argv.slice(2)], { env: environment() })

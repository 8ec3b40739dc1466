/** `npm run soak`: installs what is missing, then runs the soak on Node 24 with the same words. */

import { join } from "node:path"
import { become, ensureInstalled, environment, node, root } from "./steps.mjs"

ensureInstalled()
become(node, [join(root, "bench/soak/main.ts"), ...process.argv.slice(2)], { env: environment() })

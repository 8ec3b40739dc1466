/** `npm start`: brings up the whole product at one address, installing and building what is missing. */

import { join } from "node:path"
import { become, ensureBuilt, ensureInstalled, ensureSeeded, environment, node, root, say } from "./steps.mjs"

ensureInstalled()
ensureBuilt()
ensureSeeded()
say("starting the exchange …")
become(node, [join(root, "server/main.ts")], { env: environment({ SAKER_QR: process.env.SAKER_QR ?? "1" }) })

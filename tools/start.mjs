/** `npm start`: brings up the whole product at one address, installing and building what is missing. */

import {
  become,
  bundledServer,
  ensureBuilt,
  ensureBundled,
  ensureInstalled,
  ensureSeeded,
  node,
  say,
  serverEnvironment,
} from "./steps.mjs"

ensureInstalled()
ensureBuilt()
ensureBundled()
ensureSeeded()
say("starting the exchange …")
become(node, bundledServer, {
  env: serverEnvironment({ SAKER_QR: process.env.SAKER_QR ?? "1" }),
})

/** `npm run dev`: the exchange (restarted on change) and vite with hot reload, both in this terminal. */

import { spawn } from "node:child_process"
import { join } from "node:path"
import { ensureInstalled, environment, node, root, say, steadyWasm } from "./steps.mjs"

ensureInstalled()
const port = process.env.PORT ?? "8080"
say(`exchange on port ${port}, terminal with hot reload on http://127.0.0.1:5173`)
const children = [
  spawn(node, [...steadyWasm, "--watch-path=server", "--watch-path=core", join(root, "server/main.ts")], {
    cwd: root,
    stdio: "inherit",
    env: environment({
      PORT: port,
      SAKER_ORIGINS: process.env.SAKER_ORIGINS ?? "http://127.0.0.1:5173,http://localhost:5173",
    }),
  }),
  spawn(node, [join(root, "node_modules/vite/bin/vite.js")], {
    cwd: root,
    stdio: "inherit",
    env: environment({ SAKER_DEV_SERVER: `http://127.0.0.1:${port}` }),
  }),
]
const stop = () => {
  for (const child of children) child.kill("SIGTERM")
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop)
for (const child of children) child.on("exit", stop)

/** Starts listening, and reports an address that can't be used. */

import { once } from "node:events"
import { createServer } from "node:net"
import type { Settings } from "../settings/settings.ts"
import { StartProblem, systemCode } from "../settings/start-problem.ts"

/** A taken port is said before anything is opened; the real listening comes last, when there is something to see. */
export async function checkPort(settings: Settings): Promise<void> {
  const probe = createServer()
  await listen(async () => {
    probe.listen({ port: settings.port, host: settings.host })
    await once(probe, "listening")
  }, settings)
  probe.close()
  await once(probe, "close")
}

/** Turns what the system says into the setting to change. */
export async function listen(begin: () => Promise<unknown>, { port, host }: Settings): Promise<void> {
  try {
    await begin()
  } catch (error) {
    switch (systemCode(error)) {
      case "EADDRINUSE":
        throw new StartProblem(
          `PORT: ${port} is taken by another program; allowed: a free port, or 0 for any`,
        )
      case "EACCES":
        throw new StartProblem(`PORT: ${port} may not be opened by this user; allowed: a port above 1023`)
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        throw new StartProblem(
          `SAKER_HOST: ${host} is no address of this machine; allowed: 0.0.0.0, 127.0.0.1 …`,
        )
      default:
        throw error
    }
  }
}

/** How a browser on this machine reaches it. */
export function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

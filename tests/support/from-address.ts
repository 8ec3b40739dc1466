/** Calls from another address of this machine: to the server another person's. */

import { request } from "node:http"
import type { RunningServer } from "#server/start/start-server.ts"

interface Told<Data> {
  code: number
  message: string
  data: Data
}

/** Posts JSON from `address` (one of 127.0.0.0/8); answers the envelope. */
export function postFrom<Data = unknown>(
  server: RunningServer,
  address: string,
  path: string,
  body: object,
): Promise<Told<Data>> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" }
    const choices = { method: "POST", localAddress: address, headers, agent: false }
    const asked = request(`${server.address}${path}`, choices, (response) => {
      const parts: Buffer[] = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("end", () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Told<Data>))
    })
    asked.on("error", reject).end(JSON.stringify(body))
  })
}

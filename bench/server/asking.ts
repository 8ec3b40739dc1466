/** Requests of visitors of different addresses: of the loopback network each address is a visitor of its own to the server. */

import { Agent, request } from "node:http"

export interface Line {
  port: number
  agent: Agent
}

/** @param connections at most; the rest of the requests wait for one */
export const lineFrom = (port: number, localAddress: string, connections = 1): Line => ({
  port,
  agent: new Agent({ keepAlive: true, maxSockets: connections, localAddress }),
})

export interface Asking {
  method: "GET" | "POST"
  path: string
  /** JSON. */
  body?: string
  token?: string
}

/** The answer's text, whatever its status. Rejects when the connection breaks. */
export function askBy(
  { agent, port }: Line,
  { method, path, body = "", token = "" }: Asking,
): Promise<string> {
  const headers = {
    lang: "en",
    ...(body && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const asked = request({ agent, method, path, port, host: "127.0.0.1", headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8")
      answer.on("data", (part: string) => {
        text += part
      })
      answer.on("end", () => resolve(text))
    })
    asked.on("error", reject)
    asked.end(body)
  })
}

export const codeOf = (answer: string): number => (JSON.parse(answer) as { code: number }).code

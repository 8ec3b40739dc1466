/** Calls and socket of the exchange, typed by what its documents say; each request is signed by an API key. */

import { createHmac, randomUUID } from "node:crypto"
import createClient, { type Client } from "openapi-fetch"
import type { Paths } from "./generated/calls.ts"
import type { ClientFrame, ServerFrame } from "./generated/messages.ts"

export interface ApiKey {
  key: string
  secret: string
}

const WINDOW_MS = 5000

interface Signed {
  key: string
  time: number
  window: number
  nonce: string
  sign: string
}

/** The six lines of the guide: time, window, nonce, method, path with query, body. */
function signed({ key, secret }: ApiKey, of: { method: string; path: string; body: string }): Signed {
  const [time, nonce] = [Date.now(), randomUUID()]
  const text = [time, WINDOW_MS, nonce, of.method, of.path, of.body].join("\n")
  return {
    key,
    time,
    window: WINDOW_MS,
    nonce,
    sign: createHmac("sha256", secret).update(text).digest("hex"),
  }
}

/** Calls by HTTP: `exchange.GET("/market/depth", { params: { query: { symbol: "BTC_USDT" } } })`. */
export function callsOf(exchange: string, by: ApiKey): Client<Paths> {
  const client = createClient<Paths>({ baseUrl: exchange, headers: { lang: "en" } })
  client.use({
    async onRequest({ request }) {
      const { pathname, search } = new URL(request.url)
      const body = request.body === null ? "" : await request.clone().text()
      const proof = signed(by, { method: request.method, path: pathname + search, body })
      for (const [name, value] of Object.entries(proof)) request.headers.set(`saker-${name}`, String(value))
      return request
    },
  })
  return client
}

/** What an answer holds, or an error in the server's own words: `code` tells whether it was refused. */
export function dataOf<Answer extends { code: number; message?: string; data?: unknown }>({
  data,
}: {
  data?: Answer
}): Extract<Answer, { code: 200 }>["data"] {
  if (data?.code !== 200) throw new Error(`refused with ${data?.code}: ${data?.message}`)
  return data.data as Extract<Answer, { code: 200 }>["data"]
}

type One<Frame> = Exclude<Frame, readonly unknown[]>
export type ServerMessage = One<ServerFrame>

/** The socket, logged in. `hear` gets each message. Answers once it is open. */
export async function openSocket(
  exchange: string,
  by: ApiKey,
  hear: (message: ServerMessage) => void,
): Promise<{ send(message: One<ClientFrame>): void; close(): void }> {
  const socket = new WebSocket(new URL("/socket", exchange.replace(/^http/, "ws")))
  const send = (message: One<ClientFrame>) => socket.send(JSON.stringify(message))
  socket.onmessage = ({ data }) => {
    // A frame is one message or an array of them.
    const frame = JSON.parse(String(data)) as ServerFrame
    for (const message of Array.isArray(frame) ? frame : [frame]) {
      if (message.type === "pong") send({ type: "ping", data: {} })
      hear(message)
    }
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no socket at ${exchange}`))
  })
  send({ type: "auth", data: signed(by, { method: "AUTH", path: "/socket", body: "" }) })
  return { send, close: () => socket.close() }
}

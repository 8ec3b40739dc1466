/** The requests of clients written in Python, as they write them, against the real server: each answer has the fields that they read. */

import { createHmac } from "node:crypto"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { BOT_CLIENTS } from "#tests/fixtures/python-bot-requests.ts"
import {
  LIBRARY_CLIENTS,
  type PythonClient,
  type PythonRequest,
} from "#tests/fixtures/python-client-requests.ts"
import { newKey } from "#tests/support/api-key.ts"
import { BinanceScene } from "#tests/support/binance-scene.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

let scene: BinanceScene
let key: string
let secret: string
/** What later requests name of earlier answers. */
const known = { LOW: "", ORDER: "", LISTEN: "" }

beforeAll(async () => {
  scene = await BinanceScene.start()
  known.LOW = Math.round(Number(scene.low)).toFixed(2)
  const scopes = ["read", "spot", "contract", "transfer"] as const
  const made = await newKey(scene.server, await newTrader(scene.server), { scopes })
  key = made.key
  secret = made.secret
  // A market that has just opened may have no trade yet, and clients read fields of the first.
  const hasTraded = async (path: string) => {
    const answer = await fetch(`${scene.server.address}/binance${path}?symbol=BTCUSDT`)
    return ((await answer.json()) as unknown[]).length > 0
  }
  for (const path of ["/api/v3/trades", "/fapi/v1/trades"])
    await vi.waitUntil(() => hasTraded(path), { timeout: 60_000, interval: 200 })
})
afterAll(async () => {
  await scene.server.close()
  removeFolders()
})

const filled = (value: string): string => known[value as keyof typeof known] ?? value
/** As Python's `urlencode` does it. */
const encoded = (fields: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()

async function ask(client: PythonClient, { call, access, fields = {} }: PythonRequest) {
  const [method = "GET", path = ""] = call.split(" ")
  const isSigned = access === undefined
  const all = { ...fields, ...(isSigned && { timestamp: String(Date.now()), ...client.always }) }
  const list = Object.entries(all).map(([name, value]) => [name, filled(value)] as const)
  const text = encoded(client.isSorted ? list.sort(([one], [other]) => (one < other ? -1 : 1)) : list)
  const signature = createHmac("sha256", secret).update(text).digest("hex")
  const said = isSigned ? `${text}&signature=${signature}` : text
  const isBody = client.inBody.includes(method)
  return await fetch(`${scene.server.address}/binance${path}${isBody || said === "" ? "" : `?${said}`}`, {
    method,
    headers: {
      ...{ accept: "application/json", "user-agent": client.agent },
      "content-type": isBody ? client.contentType.body : client.contentType.query,
      ...(access !== "none" && { "x-mbx-apikey": key }),
    },
    ...(isBody && { body: said }),
  })
}

const at = (answer: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer)

for (const client of [...LIBRARY_CLIENTS, ...BOT_CLIENTS]) {
  test(`${client.name} finds in every answer what it reads`, async () => {
    for (const request of client.requests) {
      const response = await ask(client, request)
      const answer = (await response.json()) as Record<string, unknown>
      expect(response.status, `${request.call} ${JSON.stringify(answer)}`).toBe(200)
      expect(Number(response.headers.get("x-mbx-used-weight-1m")), request.call).toBeGreaterThan(0)
      for (const path of request.reads) expect(at(answer, path), `${request.call}: ${path}`).toBeDefined()
      if (/^POST .*\/order$/.test(request.call)) {
        known.ORDER = String(answer.orderId)
        expect(response.headers.get("x-mbx-order-count-10s"), request.call).toMatch(/^[1-9]/)
      }
      if (answer.listenKey !== undefined) known.LISTEN = String(answer.listenKey)
    }
  })
}

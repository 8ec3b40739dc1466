/**
 * W7 behind a proxy: limits count the client that a trusted proxy names, for calls, logins and sockets alike; what
 * anyone else says of themselves counts for nothing. Through the real server, from addresses of this machine.
 */

import { once } from "node:events"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { WebSocket } from "ws"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const PROXY = "127.0.0.9"
const STRANGER = "127.0.0.8"
let server: RunningServer

beforeAll(async () => {
  server = await startInProcess(
    {
      SAKER_MARKETS: "1",
      SAKER_TRUSTED_PROXIES: "127.0.0.9/32, 10.0.0.0/8",
      SAKER_HISTORY_PER_SECOND: "3",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
      SAKER_TRIES_PER_ADDRESS: "3",
      SAKER_CONNECTIONS_PER_ADDRESS: "2",
    },
    { siteFolder: freshFolder() },
  )
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

interface Asked {
  from: string
  headers?: Record<string, string>
  body?: object
}

const ask = (path: string, { from, headers = {}, body }: Asked) =>
  new Promise<{ code: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: server.port,
        path,
        localAddress: from,
        method: body ? "POST" : "GET",
        headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part) => {
          text += part
        })
        response.on("end", () =>
          resolve({ code: (JSON.parse(text) as { code: number }).code, headers: response.headers }),
        )
      },
    )
    asked.on("error", reject).end(body && JSON.stringify(body))
  })
const via = (...clients: string[]) => ({ "x-forwarded-for": clients.join(", ") })

/** Codes of calls that are allowed three times a second, one after the other. */
async function codesOf(asked: readonly Asked[]): Promise<number[]> {
  const codes = []
  for (const one of asked)
    codes.push((await ask("/market/kline?symbol=BTC_USDT&interval=1m&limit=1", one)).code)
  return codes
}
const hasLimit = (asked: readonly Asked[]) =>
  expect.poll(() => codesOf(asked), { interval: 100, timeout: 20_000 }).toContain(PROBLEMS.RATE_LIMIT)
const times = (count: number, one: (place: number) => Asked) =>
  Array.from({ length: count }, (_, place) => one(place))

describe("calls", () => {
  test("are counted by the client that the proxy names, whatever that client has put before", async () => {
    await hasLimit(times(6, (place) => ({ from: PROXY, headers: via(`9.9.9.${place}`, "203.0.113.1") })))
    const others = times(6, (place) => ({ from: PROXY, headers: via("203.0.113.1", `203.0.114.${place}`) }))
    expect(await codesOf(others)).toEqual([200, 200, 200, 200, 200, 200])
  })

  test("of an IPv6 client are counted by its first 64 bits", async () => {
    await hasLimit(times(6, (place) => ({ from: PROXY, headers: via(`2001:db8:0:7::${place}`) })))
    const others = times(6, (place) => ({ from: PROXY, headers: via(`2001:db8:0:${place + 10}::1`) }))
    expect(await codesOf(others)).toEqual([200, 200, 200, 200, 200, 200])
  })

  test("of whoever is no proxy are counted by where they come from", async () => {
    await hasLimit(times(6, (place) => ({ from: STRANGER, headers: via(`203.0.115.${place}`) })))
  })
})

test("wrong logins are counted by the client that the proxy names", async () => {
  const logIn = async (place: number, from: string, client: string) => {
    const body = { account: `nobody${place}@example.org`, password: "wrong" }
    return (await ask("/login/index", { from, headers: via(client), body })).code
  }
  const codes = []
  for (let place = 0; place < 5; place += 1) codes.push(await logIn(place, PROXY, "203.0.113.5"))
  expect(codes.slice(-2)).toEqual([PROBLEMS.WAIT, PROBLEMS.WAIT])
  expect(await logIn(9, PROXY, "203.0.113.6")).toBe(PROBLEMS.CREDENTIALS)
  const lying = []
  for (let place = 10; place < 15; place += 1) lying.push(await logIn(place, STRANGER, `203.0.116.${place}`))
  expect(lying.slice(-2)).toEqual([PROBLEMS.WAIT, PROBLEMS.WAIT])
})

test("sockets are counted by the client that the proxy names", async () => {
  const opened: WebSocket[] = []
  const open = async (from: string, client: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, {
      localAddress: from,
      headers: via(client),
    })
    opened.push(socket)
    const [refused] = (await Promise.race([
      once(socket, "open"),
      once(socket, "unexpected-response").then(([, response]) => [response]),
    ])) as [{ statusCode: number } | undefined]
    return refused?.statusCode ?? 101
  }
  const three = (from: string, client: (place: number) => string) =>
    [0, 1, 2].map((place) => () => open(from, client(place)))
  const inTurn = async (steps: (() => Promise<number>)[]) => {
    const statuses = []
    for (const step of steps) statuses.push(await step())
    return statuses
  }
  expect(await inTurn(three(PROXY, () => "203.0.113.1"))).toEqual([101, 101, 429])
  expect(await inTurn(three(PROXY, (place) => `203.0.117.${place}`))).toEqual([101, 101, 101])
  expect(await inTurn(three(STRANGER, (place) => `203.0.118.${place}`))).toEqual([101, 101, 429])
  for (const socket of opened) if (socket.readyState === WebSocket.OPEN) socket.terminate()
})

test("HTTPS is promised for a year where a trusted proxy says that it is spoken, and only there", async () => {
  const https = { "x-forwarded-proto": "https", host: "trade.example" }
  const { headers } = await ask("/index/logo", { from: PROXY, headers: https })
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains")
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin")
  for (const plain of [
    { from: STRANGER, headers: https },
    { from: PROXY, headers: { "x-forwarded-proto": "http" } },
    { from: PROXY },
  ])
    expect((await ask("/index/logo", plain)).headers["strict-transport-security"]).toBeUndefined()
})

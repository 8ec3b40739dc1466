/** W7: connections are counted by address and in all, and none is held without use. Through the real server. */

import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const PER_ADDRESS = 5
const MAX = 20
const PROXY = "127.0.0.9"
let server: RunningServer
const opened: Socket[] = []

beforeAll(async () => {
  server = await startInProcess(
    {
      SAKER_MARKETS: "1",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
      SAKER_HTTP_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
      SAKER_HTTP_CONNECTIONS_MAX: String(MAX),
      SAKER_KEEP_ALIVE_SECONDS: "1",
      SAKER_REQUEST_SECONDS: "2",
      SAKER_TRUSTED_PROXIES: PROXY,
    },
    { siteFolder: freshFolder() },
  )
}, 180_000)
afterEach(async () => {
  for (const socket of opened.splice(0)) if (!socket.destroyed) await once(socket.destroy(), "close")
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

/** A connection from an address of its own of this machine, with all that came on it. */
async function open(localAddress: string): Promise<Socket & { text: () => string }> {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress })
  opened.push(socket)
  let got = ""
  socket.setEncoding("utf8").on("data", (part) => {
    got += part
  })
  socket.on("error", () => undefined)
  await once(socket, "connect")
  return Object.assign(socket, { text: () => got })
}
const ASK = "GET /index/logo HTTP/1.1\r\nHost: x\r\n\r\n"
const HALF =
  "POST /login/index HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"

async function asked(socket: Socket & { text: () => string }, text = ASK) {
  const before = socket.text().length
  socket.write(text)
  while (socket.text().length === before && !socket.closed) {
    await Promise.race([once(socket, "data"), once(socket, "close")])
  }
  return socket.text().slice(before)
}
const closed = async (socket: Socket) => {
  if (!socket.closed) await once(socket, "close")
}
/** Opens `count` connections whose request never ends. */
async function hold(address: string, count: number) {
  const held = []
  for (let place = 0; place < count; place += 1) {
    const socket = await open(address)
    socket.write(`${HALF}\r\n{`)
    held.push(socket)
  }
  return held
}

test("one address has so many, is told of one more, and another is served meanwhile", async () => {
  const [first] = await hold("127.0.0.2", PER_ADDRESS)
  const over = await open("127.0.0.2")
  await closed(over)
  expect(over.text()).toMatch(/^HTTP\/1\.1 429 .*Connection: close.*"code":1001/s)
  expect(await asked(await open("127.0.0.3"))).toMatch(/^HTTP\/1\.1 200 /)
  first?.destroy()
  await expect.poll(async () => asked(await open("127.0.0.2"))).toMatch(/^HTTP\/1\.1 200 /)
})

test("in all there are so many; those that wait for a next request make room", async () => {
  for (const address of ["127.0.0.2", "127.0.0.3", "127.0.0.4"]) await hold(address, PER_ADDRESS)
  const idle = await open("127.0.0.5")
  expect(await asked(idle)).toMatch(/^HTTP\/1\.1 200 /)
  await hold("127.0.0.6", 4)
  await closed(idle)
  await hold("127.0.0.7", 1)
  const over = await open("127.0.0.8")
  await closed(over)
  expect(over.text()).toMatch(/^HTTP\/1\.1 503 /)
})

test("a connection that became a socket counts as a socket alone", async () => {
  const sockets = []
  for (let count = 0; count <= PER_ADDRESS; count += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, { localAddress: "127.0.0.2" })
    sockets.push(socket)
    await once(socket, "open")
  }
  for (const socket of sockets) socket.terminate()
})

test("a body that doesn't arrive in time is cut, and so is a head, and silence", async () => {
  const [body] = await hold("127.0.0.2", 1)
  const head = await open("127.0.0.2")
  head.write("GET /index/logo HTTP/1.1\r\nHost:")
  const silent = await open("127.0.0.2")
  const idle = await open("127.0.0.2")
  expect(await asked(idle)).toMatch(/^HTTP\/1\.1 200 /)
  for (const socket of [idle, head, silent]) await closed(socket)
  if (body) await closed(body)
  for (const socket of [body, head, silent]) expect(socket?.text()).toMatch(/^HTTP\/1\.1 408 /)
  // Node's own minute is what it must not be.
}, 45_000)

test("behind a trusted proxy the requests of one client are counted, not the proxy's connections", async () => {
  const via = (client: string) => `X-Forwarded-For: 1.1.1.1, ${client}\r\n`
  for (let count = 0; count < PER_ADDRESS; count += 1) {
    const socket = await open(PROXY)
    socket.write(`${HALF}${via("203.0.113.7")}\r\n{`)
  }
  const from = async (client: string) =>
    asked(await open(PROXY), ASK.replace("\r\n\r\n", `\r\n${via(client)}\r\n`))
  await expect.poll(() => from("203.0.113.7")).toMatch(/"code":1001/)
  expect(await from("203.0.113.8")).toMatch(/"code":200/)
})

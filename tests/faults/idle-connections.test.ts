/** W7: connections that nobody uses take neither trading nor the database from others, however few files are allowed. */

import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { removeFolders, startSaker } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

afterAll(removeFolders)

const FILES = 700
const ASK = "GET /index/logo HTTP/1.1\r\nHost: x\r\n\r\n"

test(`with ${FILES} files allowed, 600 idle connections of a few addresses don't stop the others`, async () => {
  const saker = await startSaker({ env: { SAKER_MARKETS: "2" }, openFiles: FILES })
  const server = { address: saker.url, port: saker.port } as RunningServer
  const trader = await newTrader(server)
  const opened: Socket[] = []
  for (let place = 0; place < 600; place += 1) {
    const socket = connect({
      port: saker.port,
      host: "127.0.0.1",
      localAddress: `127.0.1.${1 + (place % 3)}`,
    })
    socket.on("error", () => undefined)
    opened.push(socket)
    await Promise.race([once(socket, "connect"), once(socket, "close")])
    // Every second one has asked something; the others never say a word.
    if (place % 2 === 0) socket.write(ASK)
    else socket.write(ASK.slice(0, 20))
  }
  const price = await priceAt(server, "BTC_USDT", 0.5)
  const order = { instrument: "BTC_USDT", side: "buy", type: "limit", quantity: "0.01", price }
  for (let count = 0; count < 5; count += 1) expect(await trader.place(order)).toMatchObject({ code: 200 })
  expect(await (await fetch(`${saker.url}/healthz`)).json()).toMatchObject({ ready: true })
  for (const socket of opened) socket.destroy()
  expect(saker.output()).toContain("fewer connections are taken (ulimit -n)")
  expect(await saker.end()).toBe(0)
})

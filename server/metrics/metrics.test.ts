/** Metrics are read from the running server while orders go; board and alerts ask only for what is there. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gatewayMetrics } from "#server/start/gateway-metrics.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const MONITORING = join(import.meta.dirname, "../../docs/monitoring")
const SYMBOL = "BTC_USDT"
const ORDERS = 5

/** Names of metrics in a text. */
const named = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(?:saker|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name))

/** The value of a line such as `saker_order_seconds_count{command="order.place",result="done"} 5`. */
function figureOf(text: string, line: string): number {
  const found = text.split("\n").find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? Number.NaN)
}

test("orders, refusals, sockets, batches and the disk are told as they are", async () => {
  const server = await startInProcess({ SAKER_MARKETS: "1", SAKER_METRICS_PORT: "0" })
  try {
    const scrape = async () => {
      const response = await fetch(server.metrics ?? "")
      expect(response.headers.get("content-type")).toContain("text/plain")
      return await response.text()
    }
    const trader = await newTrader(server)
    const price = await priceAt(server, SYMBOL, 0.5)
    const order = { instrument: SYMBOL, side: "buy", type: "limit", quantity: "0.0003", price }
    for (let count = 0; count < ORDERS; count += 1) expect((await trader.place(order)).code).toBe(200)
    expect((await trader.place({ ...order, quantity: "1" })).code).not.toBe(200)

    // Opened last: it answers no heartbeat.
    const socket = new WebSocket(`${server.address.replace("http", "ws")}/socket`)
    await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }))
    const text = await scrape()
    const placed = 'command="order.place"'
    expect(figureOf(text, `saker_order_seconds_count{${placed},result="done"}`)).toBe(ORDERS)
    expect(figureOf(text, `saker_order_seconds_count{${placed},result="refused"}`)).toBe(1)
    expect(figureOf(text, `saker_order_seconds_sum{${placed},result="done"}`)).toBeGreaterThan(0)
    expect(figureOf(text, 'saker_refusals_total{reason="INSUFFICIENT_BALANCE"}')).toBe(1)
    expect(figureOf(text, "saker_batch_seconds_count")).toBeGreaterThanOrEqual(ORDERS)
    expect(figureOf(text, "saker_committed_sequence")).toBeGreaterThanOrEqual(ORDERS)
    expect(figureOf(text, "saker_sockets")).toBe(1)
    expect(figureOf(text, "saker_socket_frames_sent_total")).toBeGreaterThan(0)
    expect(figureOf(text, "saker_ready")).toBe(1)
    expect(figureOf(text, "saker_self_audit_stopped")).toBe(0)
    expect(figureOf(text, "process_resident_memory_bytes")).toBeGreaterThan(0)
    socket.send(JSON.stringify({ type: "nothing" }))
    await expect.poll(async () => figureOf(await scrape(), "saker_socket_messages_received_total")).toBe(1)
    socket.close()

    await expect.poll(async () => figureOf(await scrape(), "saker_database_bytes")).toBeGreaterThan(0)
    const there = named(await scrape())
    for (const { name } of gatewayMetrics({ market: { trading: {} } } as never)) there.add(name)
    for (const file of ["grafana-board.json", "alerts.yml", "README.md"]) {
      const asked = named(readFileSync(join(MONITORING, file), "utf8"))
      asked.delete("process_")
      asked.delete("nodejs_")
      expect(
        [...asked].filter((name) => !there.has(name) && !there.has(`${name}_bucket`)),
        file,
      ).toEqual([])
    }
    expect((await fetch(`${server.metrics}/other`)).status).toBe(404)
  } finally {
    await server.close()
  }
})

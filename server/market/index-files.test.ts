/** Hours of index ticks are listed, served as files that caches keep rightly, and refused clearly (O6, W7). */

import { get } from "node:http"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { checkChain } from "#core/second/check-chain.ts"
import { HOUR_MS } from "#core/second/tick-line.ts"
import type { indexHours, ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { sha256 } from "#tests/support/proven-result.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const INDEX = "BTC_USDT"
type Hour = ResponseOf<typeof indexHours>["rows"][number]

const data = freshFolder()
let ahead = 0
let server: RunningServer
const start = () =>
  startInProcess(
    { SAKER_MARKETS: "3", SAKER_DATA: data },
    {
      clock: movedClock(() => ahead),
      rhythm: { snapshotMs: 500, snapshotCommands: 1_000_000, hashCommands: 10_000 },
    },
  )
beforeAll(async () => {
  server = await start()
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const hoursOf = async (query = ""): Promise<Hour[]> =>
  (await call<{ rows: Hour[] }>(server, `/market/index/hours?index=${INDEX}${query}`)).data.rows
const fileOf = (hour: number, headers: Record<string, string> = {}) =>
  fetch(`${server.address}/market/index/file/${INDEX}/${hour}`, { headers })
/** As it comes over the line. */
const rawFile = (hour: number, encoding: string) =>
  new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const url = `${server.address}/market/index/file/${INDEX}/${hour}`
    get(url, { headers: { "accept-encoding": encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
      )
    }).on("error", reject)
  })
const until = <T>(look: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 100 })

/** The ticks of all files, proven. */
async function proven(): Promise<Map<number, { time: number; price: string }>> {
  const hours = await hoursOf("&limit=500")
  const files = new Map<number, string>()
  for (const { hour } of hours) files.set(hour, await (await fileOf(hour)).text())
  const chain = await checkChain({ index: INDEX, hours, files, sha256 })
  if (chain.step) throw new Error(JSON.stringify(chain))
  return new Map(chain.ticks)
}

test("the hour that runs can be fetched as far as it is, and the ticks are those that the socket tells", async () => {
  const socket = new WebSocket(`${server.address.replace("http", "ws")}/socket`)
  const told: [seq: number, time: number, price: string][] = []
  socket.addEventListener("open", () =>
    socket.send(JSON.stringify({ type: "subscribe", data: { channel: "index", key: INDEX } })),
  )
  socket.addEventListener("message", ({ data }) => {
    for (const frame of [JSON.parse(String(data))].flat())
      if (frame.type === "index") told.push(...frame.data.rows)
      // Who doesn't answer is cut off, and on a machine that stalls ticks may take that long.
      else if (frame.type === "pong") socket.send(JSON.stringify({ type: "ping" }))
  })
  const ticks = await until(async () => {
    // Others may be told while the files are read.
    const before = [...told]
    expect(before.length).toBeGreaterThan(5)
    const ticks = await proven()
    for (const [seq, time, price] of before) expect(ticks.get(seq)).toMatchObject({ time, price })
    return ticks
  })
  socket.close()
  expect(ticks.size).toBeGreaterThan(5)
  const [hour] = await hoursOf()
  const answer = await fileOf(hour?.hour ?? 0)
  expect(answer.headers.get("cache-control")).toBe("no-cache")
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  expect(hour).toMatchObject({ isComplete: false, isKept: true, before: "0".repeat(64) })
})

test("an hour that is over has one file for good: told by its tag, compressed or not", async () => {
  ahead += HOUR_MS
  const finished = await until(async () => {
    const [next, hour, ...more] = await hoursOf()
    expect(next).toMatchObject({ isComplete: false, before: hour?.hash })
    expect(hour).toMatchObject({ isComplete: true, last: (next?.first ?? 0) - 1 })
    expect(more).toEqual([])
    if (!hour) throw new Error("no hour")
    return hour
  })
  const answer = await fileOf(finished.hour)
  const text = await answer.text()
  expect(text.endsWith(`\nend|${finished.last}|${finished.hash}\n`)).toBe(true)
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  const tag = answer.headers.get("etag") ?? ""
  const again = await fileOf(finished.hour, { "if-none-match": tag })
  expect([again.status, await again.text()]).toEqual([304, ""])
  expect((await fileOf(finished.hour, { "if-none-match": 'W/"else"' })).status).toBe(200)

  for (const encoding of ["gzip", "br, gzip;q=0.5", "GZIP"]) {
    const raw = await rawFile(finished.hour, encoding)
    expect([encoding, raw.encoding, gunzipSync(raw.bytes).toString()]).toEqual([encoding, "gzip", text])
  }
  for (const encoding of ["identity", "br", "gzip;q=0", "gzip;q=0.0, br", ""]) {
    const raw = await rawFile(finished.hour, encoding)
    expect([encoding, raw.encoding, raw.bytes.toString()]).toEqual([encoding, undefined, text])
  }
})

test("after a restart the chain goes on, and the old file is the same", async () => {
  const before = await proven()
  const [, finished] = await hoursOf()
  const text = await (await fileOf(finished?.hour ?? 0)).text()
  await server.close()
  server = await start()
  const after = await until(async () => {
    const ticks = await proven()
    expect(ticks.size).toBeGreaterThan(before.size)
    return ticks
  })
  for (const [seq, tick] of before)
    expect(after.get(seq)).toMatchObject({ time: tick.time, price: tick.price })
  expect([...after.keys()]).toEqual(Array.from(after.keys(), (_, place) => place + 1))
  expect(await (await fileOf(finished?.hour ?? 0)).text()).toBe(text)
})

test("hours are listed within a range; one that is backwards or of no index is refused", async () => {
  const [newest, oldest] = await hoursOf()
  expect(await hoursOf("&limit=1")).toMatchObject([{ hour: newest?.hour }])
  expect(await hoursOf(`&to=${(newest?.hour ?? 0) - 1}`)).toEqual([oldest])
  expect(await hoursOf(`&from=${(newest?.hour ?? 0) + 1}`)).toMatchObject([{ hour: newest?.hour }])
  const { code } = await call(server, `/market/index/hours?index=${INDEX}&from=2&to=1`)
  expect(code).toBe(1012)
  expect((await call(server, "/market/index/hours?index=NO_SUCH")).code).toBe(1301)
  expect((await call(server, "/market/index/hours?index=btc")).code).toBe(1002)
})

test("a file that isn't there, and an address that can't be one, are refused with a status of their own", async () => {
  for (const [path, status, code] of [
    [`${INDEX}/3600000`, 404, 1007],
    [`NO_SUCH/3600000`, 404, 1007],
    [`${INDEX}/3600001`, 400, 1002],
    [`${INDEX}/-3600000`, 400, 1002],
    [`${INDEX}/now`, 400, 1002],
    [`btc/3600000`, 400, 1002],
    [`${"A".repeat(40)}_USDT/0`, 400, 1002],
    [`..%2f..%2fetc/3600000`, 400, 1002],
    [`${INDEX}/9e15`, 400, 1002],
  ] as const) {
    const answer = await fetch(`${server.address}/market/index/file/${path}`)
    expect([path, answer.status, ((await answer.json()) as { code: number }).code]).toEqual([
      path,
      status,
      code,
    ])
    expect(answer.headers.get("cache-control")).toBe("no-store")
  }
})

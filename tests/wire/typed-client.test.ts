/**
 * The typed client of the examples, as its README says: types generated from the documents of the running server, a program compiled
 * with them, and trading by it.
 */

import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)
const node = join(root, "node_modules/node/bin/node")
let server: RunningServer
/** A copy of the example, inside the repository so that its packages are found. */
let folder: string

beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "3" })
  mkdirSync(join(root, ".tsbuild"), { recursive: true })
  folder = mkdtempSync(join(root, ".tsbuild/typed-client-"))
  cpSync(join(root, "examples/typed-client"), folder, { recursive: true })
  await run(node, [join(folder, "generate.ts"), server.address, join(folder, "generated")])
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
  removeFolders()
})

async function compile(): Promise<string> {
  try {
    await run(node, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder])
    return ""
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

test("the types know every call and message that the documents name", async () => {
  const { paths } = (await (await fetch(`${server.address}/openapi.json`)).json()) as { paths: object }
  const calls = readFileSync(join(folder, "generated/calls.ts"), "utf8")
  expect(Object.keys(paths).length).toBeGreaterThan(100)
  expect(Object.keys(paths).filter((path) => !calls.includes(`"${path}": {`))).toEqual([])
  const messages = readFileSync(join(folder, "generated/messages.ts"), "utf8")
  expect(messages).toMatch(/"depth"/)
})

test("what it is compiled with lets pass what the contract allows, and nothing else", async () => {
  expect(await compile()).toBe("")
  const wrong = join(folder, "wrong.ts")
  const head = `import { callsOf, dataOf } from "./exchange.ts"\nconst calls = callsOf("", { key: "", secret: "" })\n`
  writeFileSync(
    wrong,
    `${head}await calls.GET("/market/none")
await calls.GET("/market/depth", { params: { query: { symbol: 1 } } })
await calls.POST("/spot/place", { body: { instrument: "A_B", side: "up", type: "limit" } })
const { seq } = dataOf(await calls.GET("/market/depth", { params: { query: { symbol: "A_B" } } }))
const text: string = seq
export { text }
`,
  )
  const said = await compile()
  rmSync(wrong)
  const lines = said.split("\n").flatMap((line) => /^.*wrong\.ts\((\d+),/.exec(line)?.[1] ?? [])
  expect([...new Set(lines)]).toEqual(["3", "4", "5", "7"])
})

test("a program typed by it trades, and hears of its orders on the socket", async () => {
  const made = await newKey(server, await newTrader(server), { scopes: ["read", "spot"] })
  await vi.waitFor(
    async () => expect(Number(await priceAt(server, "BTC_USDT", 1))).toBeGreaterThan(0),
    60_000,
  )
  const { stdout } = await run(node, [join(folder, "trade.ts"), server.address], {
    env: { ...process.env, BOT_KEY: made.key, BOT_SECRET: made.secret },
  })
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^BTC_USDT moves by [\d.]+ and trades by [\d.]+, at least [\d.]+$/),
    expect.stringMatching(/^order \d+ rests at [\d.]+$/),
    expect.stringMatching(/^order \d+ is cancelled$/),
    expect.stringMatching(/^order \d+ is filled: [\d.]+ for [\d.]+$/),
    "",
  ])
})

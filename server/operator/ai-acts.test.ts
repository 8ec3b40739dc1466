/** An operator offers AI products through the command line: added, issued, changed, closed; each act is written down (A1). */

import { afterAll, beforeAll, expect, test } from "vitest"
import type { AiProduct } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"
import { runOperator } from "./run-operator.ts"

const WITHIN_MS = 180_000
const data = freshFolder()
let server: RunningServer
let key = ""

beforeAll(async () => {
  server = await startInProcess({ SAKER_DATA: data, SAKER_MARKETS: "1" })
  key = (JSON.parse((await operate("key-add", "olga", "--json")).text) as { key: string }).key
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

async function operate(...args: string[]) {
  const said: string[] = []
  const code = await runOperator(args, {
    environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key },
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
  })
  return { code, text: said.join("\n") }
}

const TERMS = {
  ...{ name: "Spring", currency: "USDT", days: "14", rate: "0.0001", min: "20", max: "500", fee: "0.01" },
  ...{ offer: "draft", reason: "For spring." },
}
const setProduct = (terms: Partial<typeof TERMS> = {}) =>
  operate(
    ...["ai-product", "spring-14"],
    ...Object.entries({ ...TERMS, ...terms }).flatMap(([name, value]) => [`--${name}`, value]),
  )
const issue = (size: string) => operate("ai-issue", "spring-14", "--size", size, "--reason", "The next one.")

test(
  "a product is a draft until it is offered, sold by issues, and closed",
  async () => {
    const trader = await newTrader(server)
    const seen = async () => {
      const { rows } = (await trader.get<{ rows: AiProduct[] }>("/ai/products")).data
      const row = rows.find(({ id }) => id === "spring-14")
      return row && `${row.state} ${row.issue?.number ?? "–"} ${row.rate}`
    }
    const buy = (keyed: string) => trader.post("/ai/buy", { product: "spring-14", amount: "20", key: keyed })

    expect(await setProduct()).toMatchObject({ code: 0, text: expect.stringContaining("no issue") })
    expect(await seen()).toBe(undefined)
    await setProduct({ offer: "on-sale" })
    expect(await seen()).toBe("sold-out – 0.0001")
    expect(await issue("40")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Issue 1 of 40 is open/),
    })
    expect(await seen()).toBe("on-sale 1 0.0001")
    expect(await buy("one")).toMatchObject({ code: 200 })
    await setProduct({ offer: "on-sale", rate: "0.0002" })
    expect(await buy("two")).toMatchObject({ code: 200, data: { rate: "0.0002" } })
    expect(await seen()).toBe("sold-out 1 0.0002")
    await issue("100")
    expect(await seen()).toBe("on-sale 2 0.0002")
    expect((await operate("ai-products")).text).toMatch(/spring-14 .* issue 2: 0 of 100 .*held 40/)
    await setProduct({ offer: "closed" })
    expect(await seen()).toBe("closed – 0.0001")
    expect(await issue("100")).toMatchObject({ code: 1 })

    const { text } = await operate("audit")
    expect(text).toMatch(
      /olga +ai.product +– +spring-14: .*0.0001 a day.* → .*0.0002 a day, .*on-sale +For spring/,
    )
    expect(text).toMatch(/olga +ai.issue +– +spring-14: issue 2 of 100 +The next one/)
  },
  WITHIN_MS,
)

test(
  "slips are told as the usage or refused, and change nothing",
  async () => {
    const before = (await operate("ai-products")).text
    for (const slip of [{ offer: "free" }, { days: "0" }, { days: "x" }, { rate: "2 %" }, { name: "" }])
      expect(await setProduct(slip)).toMatchObject({
        code: 2,
        text: expect.stringContaining("usage: ai-product"),
      })
    for (const slip of [
      { rate: "0.2" },
      { rate: "0" },
      { min: "0" },
      { max: "19" },
      { fee: "1.5" },
      { fee: "1.00000001" },
    ])
      expect(await setProduct(slip), JSON.stringify(slip)).toMatchObject({ code: 1 })
    expect(await setProduct({ currency: "XYZ" })).toMatchObject({ code: 1 })
    expect(await setProduct({ currency: "BTC" })).toMatchObject({ code: 1 })
    expect((await operate("ai-products")).text).toBe(before)
  },
  WITHIN_MS,
)

test(
  "the reserve is filled from the operator's capital, and what is free goes back",
  async () => {
    const move = (direction: string, amount: string) =>
      operate("ai-reserve", direction, "--currency", "USDT", "--amount", amount, "--reason", "Rewards.")
    expect(await move("in", "1000000000000")).toMatchObject({ code: 1 })
    const out = await move("out", "1000")
    expect(out).toMatchObject({ code: 0, text: expect.stringMatching(/^Reserve: 998999\.\d+ USDT free/) })
    const back = await move("in", "1000")
    expect(back).toMatchObject({ code: 0, text: expect.stringMatching(/^Reserve: 999999\.\d+ USDT free/) })
    expect(await move("out", "2000000")).toMatchObject({ code: 1 })
    expect((await operate("audit")).text).toMatch(/ai.reserve +– +out: 1000 USDT +Rewards/)
  },
  WITHIN_MS,
)

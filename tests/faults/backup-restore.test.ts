/** A backup of a trading server, restored to a moment: what was done until then is there, to the last unit, and nothing later. */

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import type { Balance, SpotOrder } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import { runRestore } from "#server/start/run-restore.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get, newPerson } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 300_000
const SYMBOL = "BTC_USDT"
const TRADES = 4
const CALLS = { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" }

afterAll(removeFolders)

/** What a person has and had: to be the same again. */
interface Standing {
  balances: Balance[]
  orders: SpotOrder[]
}
const standingOf = async (server: RunningServer, { token }: { token: string }): Promise<Standing> => ({
  balances: (await get<{ balances: Balance[] }>(server, "/assets/index", token)).data.balances.sort(
    (one, other) => (one.currency < other.currency ? -1 : 1),
  ),
  orders: (await get<{ rows: SpotOrder[] }>(server, "/spot/history?limit=500", token)).data.rows,
})

/** Takes, rests and cancels, so that there are fills, holds and ended orders. */
async function trade(server: RunningServer, trader: Trader): Promise<void> {
  const low = await priceAt(server, SYMBOL, 0.5)
  for (let count = 0; count < TRADES; count += 1) {
    const side = count % 2 ? "sell" : "buy"
    await trader.place({ instrument: SYMBOL, side, type: "market", quantity: "0.0003" })
    const rests = { instrument: SYMBOL, side: "buy", type: "limit", quantity: "0.0002", price: low }
    const { data } = await trader.place(rests)
    if (count % 2) await trader.post("/spot/cancel", { id: data.id })
  }
}

const restored = async (...words: string[]) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return { code: await runRestore(words, { say, complain: say }), text: lines.join("\n") }
}

test(
  "what was done until the moment is there again, and nothing later",
  async () => {
    const data = freshFolder()
    const backup = join(freshFolder(), "backup")
    const server = await startInProcess({ ...CALLS, SAKER_DATA: data })
    let key = ""
    const operate = async (...words: string[]) => {
      const lines: string[] = []
      const say = (line: string) => void lines.push(line)
      const environment = { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }
      const code = await runOperator(words, { environment, say, complain: say })
      return { code, text: lines.join("\n") }
    }
    let moment = 0
    let trader: Trader
    let then: Standing
    let stranger: Trader
    try {
      key = JSON.parse((await operate("key-add", "olga", "--json")).text).key
      trader = await newTrader(server)
      await trade(server, trader)
      const whole = await operate("backup", backup)
      expect(whole).toMatchObject({ code: 0, text: expect.stringMatching(/^Everything up to command/) })
      stranger = await newTrader(server)
      await trade(server, trader)
      then = await standingOf(server, trader)
      moment = Date.now()
      await expect.poll(() => Date.now()).toBeGreaterThan(moment)
      await trade(server, trader)
      expect(await operate("backup", backup)).toMatchObject({
        code: 0,
        text: expect.stringMatching(/were added/),
      })
      expect((await operate("backup", data)).code).toBe(1)
      expect((await operate("audit")).text).toMatch(/olga +backup/)
      expect((await standingOf(server, trader)).orders.length).toBeGreaterThan(then.orders.length)
    } finally {
      await server.close()
    }

    const folder = join(freshFolder(), "restored")
    const done = await restored(backup, folder, "--to", new Date(moment).toISOString())
    expect(done.text).toContain("Books, orders and balances agree with the engine.")
    expect(done.text).toContain(`1 people registered behind the whole copy`)
    expect(done.code).toBe(0)
    const again = await startInProcess({ ...CALLS, SAKER_DATA: folder })
    try {
      expect(await standingOf(again, trader)).toEqual(then)
      // Whoever comes next gets a number, and money, of their own.
      const next = await newPerson(again)
      const { balances } = (await next.get<{ balances: Balance[] }>("/assets/index")).data
      expect(balances.filter(({ available }) => Number(available) > 0)).toEqual([])
      expect((await get(again, "/assets/index", stranger.token)).code).not.toBe(200)
    } finally {
      await again.close()
    }

    // Without a moment: to the end of what was added. Into a folder that is taken: nothing is touched.
    expect((await restored(backup, folder)).text).toContain("holds something already")
    expect((await restored(backup, join(freshFolder(), "whole"))).code).toBe(0)
    expect((await restored(backup, join(freshFolder(), "early"), "--to", "2020-01-01")).text).toContain(
      "take an earlier backup",
    )

    const [commands = ""] = readdirSync(backup).filter((name) => name.startsWith("commands-"))
    const lines = readFileSync(join(backup, commands), "utf8").trim().split("\n")
    writeFileSync(join(backup, commands), `${lines.toSpliced(1, 1).join("\n")}\n`)
    expect((await restored(backup, join(freshFolder(), "gap"))).text).toMatch(
      /don't follow command|were changed/,
    )
    appendFileSync(
      join(backup, readdirSync(backup).find((name) => name.startsWith("simulated")) ?? "", "PG_VERSION"),
      " ",
    )
    expect((await restored(backup, join(freshFolder(), "changed"))).text).toContain("isn't what was copied")
  },
  WITHIN_MS,
)

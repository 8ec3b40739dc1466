/** Is the page told how its contracts stand at the marks, exactly, and only when something of it changed? */

import { beforeEach, expect, test } from "vitest"
import { type Position, perpetualOrderExample, positionExample } from "#core/wire/contract.ts"
import type { AccountFrame } from "./account-frame.ts"
import type { ContractsFrame } from "./contracts-frame.ts"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { fakeLists, fakeMarket } from "./fake-surroundings.ts"

const BTC = "BTC_USDT_PERP"
const SOL = "SOL_USDT_PERP"
const perpetuals = [BTC, SOL].map((id) => fakeMarket(id, { kind: "perpetual" }))

let it: FakeDesk
let frames: AccountFrame[]
beforeEach(async () => {
  it = new FakeDesk()
  await it.open(fakeLists([fakeMarket(ID)], perpetuals))
  await it.desk.show(NOTHING)
  frames = []
  void follow()
})

async function follow(): Promise<void> {
  for (;;) frames.push(await it.desk.nextAccount())
}

/** Ten bought at 100, at 20×. */
const long: Position = {
  ...positionExample,
  ...{ id: 1, instrument: BTC, side: "long", marginMode: "cross", leverage: 20, margin: "0", cost: "1000" },
  quantity: "10" as Position["quantity"],
}
/** One sold at 100, with 10 in it. */
const short: Position = {
  ...long,
  ...{ id: 2, instrument: SOL, side: "short", marginMode: "isolated", margin: "10", cost: "-100" },
  quantity: "1" as Position["quantity"],
}
const cash = (available: string) => ({ wallet: "contract", currency: "USDT", available, held: "0" })

async function loggedIn(positions: readonly Position[], more: object = {}): Promise<void> {
  await it.desk.authenticate("token-of-ada")
  it.say("authenticated", { n: 8 })
  const rows = {
    orders: [],
    fills: [],
    positions,
    balances: [cash("100")],
    notices: [],
    seconds: [],
    twaps: [],
    deposits: [],
    withdrawals: [],
    holdings: [],
    alerts: [],
    ...more,
  }
  it.say("account", { n: 8, time: 1, ...rows })
  await it.world.advance(50)
}

async function mark(id: string, price: string, seq: number): Promise<void> {
  it.say("mark", { rows: [[id, price, price, "0.0001", 0, seq]] })
  await it.world.advance(50)
}

const told = (): ContractsFrame[] => frames.flatMap(({ contracts }) => contracts ?? [])

test("each position is told with what its mark makes of it, and the account with what all of it comes to", async () => {
  await loggedIn([short, long])
  await mark(BTC, "95", 1)
  await mark(SOL, "95", 2)
  expect(told().at(-1)?.positions).toEqual([
    {
      ...{
        id: 1,
        mark: "95.0",
        markValue: "95",
        liquidation: "90.5",
        liquidationValue: "90.5",
        away: "4.7\u202f%",
        nearness: "near",
      },
      ...{
        unrealised: "-50",
        sign: -1,
        roe: "\u2212100.00\u202f%",
        margin: "47.5",
        funding: "-0.095",
        nextFunding: 0,
      },
      ...{ ratio: "9.5\u202f%", share: 0.095, alarm: 0 },
    },
    {
      ...{
        id: 2,
        mark: "95.0",
        markValue: "95",
        liquidation: "109.4",
        liquidationValue: "109.4",
        away: "15.1\u202f%",
        nearness: "far",
      },
      ...{ unrealised: "5", sign: 1, roe: "+100.00\u202f%", margin: "10", funding: "0.0095", nextFunding: 0 },
      ...{ ratio: "3.1\u202f%", share: 0.031, alarm: 0 },
    },
  ])
  const account = told().at(-1)?.account
  expect(account).toMatchObject({
    ...{ currency: "USDT", equity: "65", unrealised: "-45", used: "57.5", free: "2.5", movable: "2.5" },
    ...{ ratio: "9.5\u202f%", alarm: 0 },
  })
  expect(account?.moves).toContainEqual({
    percent: -5,
    change: "-42.75",
    ratio: "180.5\u202f%",
    liquidated: 1,
  })
  expect(account?.moves.map(({ percent }) => percent)).toEqual([-10, -5, -1, 1, 5, 10])
})

test("80 and 90 % are said when they are reached, not before, and 100 when it is too late", async () => {
  await loggedIn([long])
  const at = async (price: string, seq: number) => {
    await mark(BTC, price, seq)
    const [position] = told().at(-1)?.positions ?? []
    return [position?.ratio, position?.alarm]
  }
  expect(await at("90.6", 1)).toEqual(["75.5\u202f%", 0])
  expect(await at("90.56625", 2)).toEqual(["79.9\u202f%", 0])
  expect(await at("90.566", 3)).toEqual(["80.0\u202f%", 80])
  expect(await at("90.5", 4)).toEqual(["90.5\u202f%", 90])
  expect(await at("90.4", 5)).toEqual(["113.0\u202f%", 100])
  expect(await at("89", 6)).toEqual([null, 100])
})

test("marks of own contracts are followed whatever is on screen, and on a hidden page", async () => {
  await loggedIn([long])
  expect(it.world.socket.subscribed).toEqual([`mark ${BTC}`])
  await it.desk.setVisible(false)
  await it.live(12_000)
  expect(it.world.socket.subscribed).toContain(`mark ${BTC}`)
  it.say("position", { prev: 8, n: 9, rows: [{ ...long, quantity: "0", closedBy: "order", sequence: 9e9 }] })
  await it.world.advance(50)
  expect(it.world.socket.subscribed).toEqual([])
  expect(told().at(-1)).toMatchObject({ positions: [], account: { equity: "100", free: "100", moves: [] } })
})

test("nothing is told again for a mark that didn't move or is nobody's, nor for a row that changes no figure", async () => {
  await loggedIn([long])
  await mark(BTC, "95", 1)
  const before = told().length
  await mark(BTC, "95", 2)
  await mark(SOL, "50", 3)
  it.say("balance", { prev: 8, n: 9, rows: [{ ...cash("7"), wallet: "funding" }] })
  await it.world.advance(50)
  expect(told()).toHaveLength(before)
})

test("a contract without a mark is not made up: its figures and the account's are unknown", async () => {
  await loggedIn([{ ...long, instrument: "NEW_USDT_PERP" }, short])
  expect(
    told()
      .at(-1)
      ?.positions.map(({ id, mark: shown }) => [id, shown]),
  ).toEqual([[2, "100.0"]])
  expect(told().at(-1)?.account).toBeNull()
})

test("what a cross order needs is counted by its own leverage and rate, which are asked for", async () => {
  const setting = { instrument: BTC, marginMode: "cross", leverage: 10, level: 0, turnover: "0" }
  it.world.answers["/contract/settings"] = () => ({
    positionMode: "one-way",
    rows: [{ ...setting, maker: "0.0002", taker: "0.0005" }],
  })
  const bid = { ...perpetualOrderExample, instrument: BTC, price: "90", quantity: "1.000", executed: "0" }
  await loggedIn([], { orders: [bid] })
  expect(it.world.calls.filter((url) => url.endsWith("/contract/settings"))).toHaveLength(1)
  expect(told().at(-1)?.account).toMatchObject({ equity: "100", used: "9.045", free: "90.955" })
  // A reduce-only order needs nothing.
  it.say("order", { prev: 8, n: 9, rows: [{ ...bid, id: 2, reduceOnly: true }] })
  await it.world.advance(3000)
  expect(told().at(-1)?.account).toMatchObject({ used: "9.045" })
})

test("another language has its own marks, and another login nothing of the first", async () => {
  await loggedIn([long])
  await it.desk.setLanguage("de")
  await it.world.advance(50)
  expect(told().at(-1)?.positions[0]).toMatchObject({ mark: "100,0", ratio: "5,0\u202f%" })
  await it.desk.authenticate("token-of-eve")
  await it.world.advance(50)
  expect(told().at(-1)).toMatchObject({ positions: [], account: { equity: "0" } })
})

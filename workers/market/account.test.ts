/** Does the page hold what the server holds of its own account, through gaps, cuts and other logins? */

import { beforeEach, expect, test } from "vitest"
import { COMPACT_PROTOCOL, compactOf } from "#core/wire/compact-writer.ts"
import { balanceExample, type SpotOrder, spotFillExample, spotOrderExample } from "#core/wire/trading.ts"
import type { AccountFrame } from "./account-frame.ts"
import { FakeDesk } from "./fake-desk.ts"

let it: FakeDesk
let frames: AccountFrame[]
beforeEach(async () => {
  it = await new FakeDesk().open()
  frames = []
  void follow()
})

async function follow(): Promise<void> {
  for (;;) frames.push(await it.desk.nextAccount())
}

const order = (id: number, changes: Partial<SpotOrder> = {}): SpotOrder => ({
  ...spotOrderExample,
  id,
  sequence: id,
  ...changes,
})
const logins = () => it.world.socket.sent.filter(({ type }) => type === "auth").map(({ data }) => data)
const NO_CONTRACTS = {
  positions: [],
  notices: [],
  seconds: [],
  twaps: [],
  holdings: [],
  alerts: [],
  deposits: [],
  withdrawals: [],
}
const newest = () => frames.at(-1)

/** Logged in with two orders, a fill and a balance, at n = 8. */
async function loggedIn(): Promise<void> {
  await it.desk.authenticate("token-of-ada")
  it.say("authenticated", { n: 8 })
  const whole = {
    orders: [order(1), order(2)],
    fills: [spotFillExample],
    balances: [balanceExample],
    ...NO_CONTRACTS,
  }
  it.say("account", { n: 8, time: 1, ...whole })
  await it.world.advance(50)
}

test("the whole comes first, then what changes, with ended orders once", async () => {
  await loggedIn()
  expect(newest()).toMatchObject({ token: "token-of-ada", state: "live", isWhole: true })
  expect(newest()?.rows.order.map(({ id }) => id)).toEqual([1, 2])
  it.say("order", { prev: 8, n: 9, rows: [order(1, { status: "filled", sequence: 9 }), order(3)] })
  it.say("balance", { prev: 9, n: 12, rows: [{ ...balanceExample, available: "7" }] })
  await it.world.advance(50)
  expect(newest()).toMatchObject({
    isWhole: false,
    rows: { order: [{ id: 1, status: "filled" }, { id: 3 }], fill: [], balance: [{ available: "7" }] },
  })
})

test("a login or its answer that was lost on its way is said again, until what it is about is there", async () => {
  await it.desk.authenticate("token-of-ada")
  for (let beat = 0; beat < 4; beat += 1) {
    it.pong()
    await it.world.advance(2_000)
  }
  expect(logins()).toEqual([{ token: "token-of-ada" }, { token: "token-of-ada" }])
  it.say("account", { n: 8, time: 1, orders: [], fills: [], balances: [], ...NO_CONTRACTS })
  for (let beat = 0; beat < 4; beat += 1) {
    it.pong()
    await it.world.advance(2_000)
  }
  // The rows are there, and what they must reach was lost: only what came after them is asked for.
  expect(logins().at(-1)).toEqual({ token: "token-of-ada", since: 8 })
  it.say("authenticated", { n: 8 })
  await it.world.advance(50)
  expect(newest()).toMatchObject({ state: "live" })
  const before = logins().length
  for (let beat = 0; beat < 6; beat += 1) {
    it.pong()
    await it.world.advance(2_000)
  }
  expect(logins()).toHaveLength(before)
})

test.each(["JSON", "compact form"])(
  "a subscription that nobody answers in %s is sent again",
  async (form) => {
    if (form !== "JSON") it.world.socket.protocol = COMPACT_PROTOCOL
    const asked = () =>
      it.world.socket.sent.filter(({ type, data }) => type === "subscribe" && data.channel === "depth")
    expect(asked()).toHaveLength(1)
    for (let beat = 0; beat < 4; beat += 1) {
      it.pong()
      await it.world.advance(2_000)
    }
    expect(asked()).toHaveLength(2)
    if (form === "JSON") it.snapshot()
    else {
      const snapshot = { ...it.server.snapshot(), time: it.world.time }
      it.world.socket.text(compactOf(JSON.stringify({ type: "depth", data: snapshot })).slice().buffer)
    }
    for (let beat = 0; beat < 6; beat += 1) {
      it.pong()
      await it.world.advance(2_000)
    }
    expect(asked()).toHaveLength(2)
  },
)

test("of a kind that is new a server of an earlier release has none; any other list must be there", async () => {
  await it.desk.authenticate("token-of-ada")
  it.say("authenticated", { n: 8 })
  const whole = { orders: [order(1)], fills: [], balances: [], ...NO_CONTRACTS }
  const { twaps: _, ...lacking } = whole
  it.say("account", { n: 8, time: 1, ...lacking })
  await it.world.advance(50)
  expect(newest()?.rows.order).toEqual([])
  it.say("account", { n: 8, time: 1, ...whole })
  await it.world.advance(50)
  expect(newest()?.rows.order.map(({ id }) => id)).toEqual([1])
  expect(newest()?.rows.paused).toEqual([])
})

test("a message twice is dropped, a missing one asks for the whole anew and is said meanwhile", async () => {
  await loggedIn()
  it.say("order", { prev: 4, n: 8, rows: [order(9)] })
  expect(logins()).toHaveLength(1)
  it.say("order", { prev: 12, n: 16, rows: [order(3)] })
  await it.world.advance(50)
  expect(logins()).toEqual([{ token: "token-of-ada" }, { token: "token-of-ada" }])
  expect(newest()).toMatchObject({ state: "catching-up", isWhole: false, rows: { order: [] } })
  // What still comes of the broken chain is passed over.
  it.say("order", { prev: 16, n: 20, rows: [order(4)] })
  it.say("authenticated", { n: 20 })
  it.say("account", { n: 20, time: 1, orders: [order(4)], fills: [], balances: [], ...NO_CONTRACTS })
  await it.world.advance(50)
  expect(newest()).toMatchObject({ state: "live", isWhole: true, rows: { order: [{ id: 4 }], balance: [] } })
})

test("after a cut only what was missed is asked for, and it is live once all of that is there", async () => {
  await loggedIn()
  it.world.socket.drop()
  await it.world.advance(50)
  expect(newest()).toMatchObject({ state: "catching-up", rows: { order: [] } })
  expect(newest()?.silentSince).not.toBeNull()
  await it.world.advance(3000)
  it.world.socket.open()
  expect(logins()).toEqual([{ token: "token-of-ada", since: 8 }])
  it.say("authenticated", { n: 16 })
  await it.world.advance(50)
  expect(newest()?.state).toBe("catching-up")
  it.say("order", { prev: 8, n: 16, rows: [order(1, { status: "cancelled", sequence: 16 })] })
  await it.world.advance(50)
  expect(newest()).toMatchObject({
    state: "live",
    isWhole: false,
    rows: { order: [{ id: 1, status: "cancelled" }] },
  })
})

test("a restarted server's whole replaces what was held", async () => {
  await loggedIn()
  it.world.socket.drop()
  await it.world.advance(3000)
  it.world.socket.open()
  it.say("authenticated", { n: 4000 })
  it.say("account", { n: 4000, time: 1, orders: [order(2)], fills: [], balances: [], ...NO_CONTRACTS })
  await it.world.advance(50)
  expect(newest()).toMatchObject({ state: "live", isWhole: true, rows: { order: [{ id: 2 }] } })
})

test("another login holds nothing of the first, and a logout holds nothing", async () => {
  await loggedIn()
  await it.desk.authenticate("token-of-eve")
  await it.world.advance(50)
  expect(newest()).toMatchObject({
    token: "token-of-eve",
    state: "catching-up",
    isWhole: true,
    rows: { order: [] },
  })
  it.say("order", { prev: 8, n: 12, rows: [order(1)] })
  await it.desk.authenticate(null)
  await it.world.advance(50)
  expect(newest()).toMatchObject({ token: null, state: "none", isWhole: true, rows: { order: [], fill: [] } })
})

test("rows that can't be read are reported, and no frame breaks on them", async () => {
  await loggedIn()
  it.say("order", { prev: 8, n: 12, rows: [null, { id: "x" }, order(5)] })
  await it.world.advance(1100)
  expect(newest()).toMatchObject({ state: "live", rows: { order: [{ id: 5 }] } })
  it.say("balance", { prev: "8", n: 12, rows: [] })
  await it.world.advance(50)
  expect(it.page.problems.filter(({ kind }) => kind === "parse").map(({ detail }) => detail)).toEqual([
    "order: 2 rows",
    "balance: 1 rows",
  ])
  expect(newest()?.state).toBe("catching-up")
  expect(logins()).toHaveLength(2)
})

test("a page that doesn't take its frames gets the whole instead of a long list", async () => {
  await loggedIn()
  let n = 8
  frames.length = 0
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 100 }, (_, place) =>
      order(1000 + round * 100 + place, { status: "filled" }),
    )
    it.say("order", { prev: n, n: n + 4, rows })
    n += 4
  }
  await it.world.advance(50)
  expect(newest()).toMatchObject({ isWhole: true })
  expect(newest()?.rows.order.map(({ id }) => id)).toEqual([1, 2])
})

/** A kind of private row that only this table knows goes from the server's account model to the page's list. */

import { expect, test } from "vitest"
import type { RowRules } from "#core/account/kept-rows.ts"
import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import { balanceExample } from "#core/wire/trading.ts"
import { AccountChanges } from "#server/read-model/account-changes.ts"
import { AccountSource } from "#server/stream/channels/account-source.ts"
import { emptyLists, writeLists } from "#src/stores/row-list.ts"
import { AccountFeed } from "#workers/market/feeds/account-feed.ts"
import { readMessages } from "#workers/market/socket/read-messages.ts"

interface Prize {
  instrument: string
  quantity: string
  sequence: number
}
interface TestRows extends PrivateRows {
  prize: Prize
}

/** What a new kind takes: a line of the table. */
const rules: RowRules<TestRows> = {
  ...privateRows,
  prize: {
    list: "prizes",
    keyOf: ({ instrument }) => instrument,
    texts: ["instrument", "quantity"],
    wholes: ["sequence"],
    keep: "open",
    isOpen: ({ quantity }) => quantity !== "0",
    versionOf: ({ sequence }) => sequence,
  },
}
const ADA = "u1"
const prize = (instrument: string, quantity: string, sequence: number): Prize => ({
  instrument,
  quantity,
  sequence,
})

function scene() {
  const model = new AccountChanges<TestRows>({ rules, now: () => 1000 })
  const source = new AccountSource<TestRows>(model, () => undefined)
  const feed = new AccountFeed<TestRows>(rules, {
    send: () => undefined,
    isOpen: () => true,
    changed: () => undefined,
    gap: () => expect.unreachable("a gap"),
    refused: (type, rows) => expect.unreachable(`${rows} rows of ${type}`),
  })
  const lists = emptyLists<TestRows>(rules)
  feed.login("token")
  const hear = (text: string) =>
    readMessages(
      `[${text}]`,
      (message) => expect(feed.take(message)).toBe(true),
      (detail) => expect.unreachable(detail),
    )
  /** What the server has told so far is on the page. */
  const look = () => writeLists<TestRows>(rules, lists, feed.takeFrame(null))
  const tellAll = () => {
    hear(`{"type":"authenticated","data":{"n":${model.n(ADA)}}}`)
    hear(String(source.encode(ADA, "whole")))
  }
  model.listen((changes) => {
    const change = changes.get(ADA)
    if (change) hear([source.encode(ADA, change)].flat().join(","))
  })
  return { model, feed, lists, look, tellAll }
}

test("as a snapshot, then as what changed, until it has ended", () => {
  const { model, feed, lists, look, tellAll } = scene()
  model.seedRow(ADA, "prize", prize("BTC_USDT_PERP", "3", 1))
  tellAll()
  look()
  expect(lists.prize.all()).toEqual([prize("BTC_USDT_PERP", "3", 1)])

  model.note(ADA, "prize", prize("BTC_USDT_PERP", "5", 2))
  model.note(ADA, "prize", prize("ETH_USDT_PERP", "-1", 2))
  model.note(ADA, "balance", balanceExample)
  model.publish()
  expect(feed.state).toBe("live")
  const written = look()
  expect(written.prize.fresh).toEqual([prize("ETH_USDT_PERP", "-1", 2)])
  expect(written.balance.rows).toEqual([balanceExample])
  expect(lists.prize.get("BTC_USDT_PERP")?.quantity).toBe("5")

  model.note(ADA, "prize", prize("BTC_USDT_PERP", "0", 3))
  model.publish()
  expect(look().prize.ended).toEqual([prize("BTC_USDT_PERP", "0", 3)])
  expect(lists.prize.all()).toEqual([prize("ETH_USDT_PERP", "-1", 2)])
})

test("merged, where several changes are sent as one", async () => {
  const { model } = scene()
  await model.prepare(ADA)
  const before = model.n(ADA)
  for (const [index, quantity] of ["1", "2", "0"].entries()) {
    model.note(ADA, "prize", prize("BTC_USDT_PERP", quantity, index))
    model.publish()
  }
  expect(model.since(ADA, before)?.rows.prize).toEqual([prize("BTC_USDT_PERP", "0", 2)])
})

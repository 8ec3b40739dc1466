/** A list of deposits says how each stands now, each once, and only what was asked for. */

import { expect, test } from "vitest"
import { type Deposit, depositExample } from "#core/wire/custody.ts"
import { ALL_TIME } from "../../stores/period.ts"
import { isNarrowed, NO_FILTER, newestOf, queryOf, withLive } from "./live-records.ts"

const row = (id: number, sequence: number, change: Partial<Deposit> = {}): Deposit => ({
  ...depositExample,
  id,
  sequence,
  ...change,
})
const timeOf = ({ seen }: Deposit) => seen
const ids = (rows: readonly Deposit[]) => rows.map(({ id, sequence }) => `${id}.${sequence}`)
const all = { query: {}, hasMore: false, timeOf }

test("of two versions of one the later command's is shown, in whatever order they come", () => {
  const [old, young] = [row(5, 10), row(5, 12)]
  expect(ids(newestOf([old, young]))).toEqual(["5.12"])
  expect(ids(newestOf([young, old]))).toEqual(["5.12"])
})

test("what is new stands above what was read, and what changed is told in its place", () => {
  expect(ids(withLive([row(2, 20), row(1, 10)], [row(3, 31), row(1, 30)], all))).toEqual([
    "3.31",
    "2.20",
    "1.30",
  ])
})

test("what is older than the last row read waits for its page", () => {
  expect(ids(withLive([row(9, 90)], [row(3, 95)], { ...all, hasMore: true }))).toEqual(["9.90"])
})

test("what doesn't belong to the filters, or does no more, isn't shown", () => {
  const read = [row(2, 20, { status: "confirming" }), row(1, 10, { status: "confirming" })]
  const live = [row(2, 22, { status: "credited" }), row(3, 30, { currency: "ETH", status: "confirming" })]
  const query = { currency: "BTC", status: "confirming" }
  expect(ids(withLive(read, live, { ...all, query }))).toEqual(["1.10"])
})

test("an empty filter asks for everything", () => {
  expect(queryOf(NO_FILTER, 0)).toEqual({})
  expect(isNarrowed(NO_FILTER)).toBe(false)
  expect(queryOf({ currency: "BTC", status: "final", period: ALL_TIME }, 0)).toEqual({
    currency: "BTC",
    status: "final",
  })
})

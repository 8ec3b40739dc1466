/** The fund's balance by the hour: one row an hour, with all that came before in the same batch (P32). */

import { expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import { FundMoves } from "./fund-moves.ts"

const HOUR = 3_600_000
const line = (amount: bigint, account = "insurance", currency = "USDT") => ({
  ...{ account, currency },
  amount: amount as Amount,
})

test("an hour's row has the time of its last change, a later hour's all changes until then", () => {
  const moves = new FundMoves()
  moves.take(HOUR + 1, line(5n))
  moves.take(HOUR + 9, line(-2n))
  moves.take(2 * HOUR, line(10n))
  expect(moves.rows()).toEqual([
    { currency: "USDT", hour: HOUR, time: HOUR + 9, change: 3n },
    { currency: "USDT", hour: 2 * HOUR, time: 2 * HOUR, change: 13n },
  ])
})

test("what isn't the fund's, or moves nothing, makes no row; currencies are apart", () => {
  const moves = new FundMoves()
  moves.take(1, line(5n, "fees"))
  moves.take(1, line(0n))
  expect(moves.rows()).toEqual([])
  moves.take(1, line(5n))
  moves.take(2, line(7n, "insurance", "ABC"))
  expect(moves.rows().map(({ currency, change }) => [currency, change])).toEqual([
    ["USDT", 5n],
    ["ABC", 7n],
  ])
})

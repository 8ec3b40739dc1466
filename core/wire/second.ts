/** Schemas of a user's second contracts: the same rows in answers and in private messages. */

import { z } from "zod/mini"
import { DIRECTIONS, SECOND_STATUSES } from "../second/second-contract.ts"
import { described, named } from "./described.ts"
import { amountText, instrumentId, priceText, rateText, sequence, timeMs } from "./scalar.ts"

export const direction = described(
  z.enum(DIRECTIONS),
  "`bullish` wins above the open price, `bearish` below it.",
)

/** A tick that decides. */
export const tickRef = named(
  "TickRef",
  z.object({
    seq: described(sequence, "Of its index, as on the channel `index`."),
    time: timeMs,
    price: priceText,
  }),
  { description: "A published tick of an index." },
)
export type TickRow = z.infer<typeof tickRef>

/** O1–O4: a contract as it stands. */
export const secondContract = named(
  "SecondContract",
  z.object({
    id: described(z.int(), "Rises by one over all second contracts of the exchange."),
    key: described(z.string(), "As it was given with the request."),
    instrument: instrumentId,
    index: described(z.string(), "Whose ticks decide it."),
    direction,
    seconds: described(z.int(), "Its period."),
    stake: amountText,
    currency: z.string(),
    payoutRate: described(rateText, "Locked as it opened."),
    profit: described(amountText, "What a right answer pays beside the stake: locked as it opened."),
    open: described(tickRef, "The last tick as it was accepted: its price is the open price."),
    opened: described(timeMs, "Acceptance."),
    expiry: described(timeMs, "Acceptance and period."),
    status: z.enum(SECOND_STATUSES),
    before: described(z.union([tickRef, z.null()]), "Last tick before the expiry; null while it is open."),
    settle: described(
      z.union([tickRef, z.null()]),
      "First tick at or after the expiry; null while it is open, and where it was refunded because none came.",
    ),
    paid: described(
      z.union([amountText, z.literal("")]),
      "What came back: stake and profit, the stake, or 0; empty while it is open.",
    ),
    settled: described(timeMs, "When it was settled; 0 while it is open."),
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own second contract as it stands." },
)
export type SecondContract = z.infer<typeof secondContract>

export const secondContractExample: SecondContract = {
  id: 4_112,
  key: "s-1",
  instrument: "BTC_USDT_SEC",
  index: "BTC_USDT",
  direction: "bullish",
  seconds: 60,
  stake: "50",
  currency: "USDT",
  payoutRate: "0.82",
  profit: "41",
  open: { seq: 8_204_011, time: 1_785_000_000_120, price: "67271.20" as TickRow["price"] },
  opened: 1_785_000_000_300,
  expiry: 1_785_000_060_300,
  status: "won",
  before: { seq: 8_204_116, time: 1_785_000_060_090, price: "67284.10" as TickRow["price"] },
  settle: { seq: 8_204_117, time: 1_785_000_060_410, price: "67284.60" as TickRow["price"] },
  paid: "91",
  settled: 1_785_000_060_410,
  sequence: 990_777,
}

/** A second contract with hour files that prove it, made of plain numbers: for tests that change something of them. */

import { createHash } from "node:crypto"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount, Price8, PriceText } from "#core/money/units.ts"
import type { AnnouncedHour } from "#core/second/check-fault.ts"
import { endLine, headLine, tickLine } from "#core/second/hour-file.ts"
import { outcomeAt, paidBack, SILENT_LIMIT_MS, secondProfit } from "#core/second/second-contract.ts"
import { chainText, FIRST_HASH, HOUR_MS, hourOf, type PublishedTick } from "#core/second/tick-line.ts"
import { type SecondContract, secondContractExample, type TickRow } from "#core/wire/second.ts"

export const INDEX = "BTC_USDT"
export const HOUR = 1_784_998_800_000
export const sha256Now = (text: string): string => createHash("sha256").update(text).digest("hex")
export const sha256 = async (text: string): Promise<string> => sha256Now(text)

/** Ticks by time and price, numbered on from `first`. */
export const ticksOf = (rows: readonly [time: number, price: string][], first = 41): PublishedTick[] =>
  rows.map(([time, price], place) => ({
    ...{ seq: first + place, time, price },
    sources: [
      { source: "one", price, weight: "1" },
      { source: "other", price, weight: "3" },
    ],
  }))

/** The chain over these ticks, as files and as what is announced of them. */
export function publish(
  ticks: readonly PublishedTick[],
  { from = FIRST_HASH, isComplete = true }: { from?: string; isComplete?: boolean } = {},
): { files: Map<number, string>; hours: AnnouncedHour[] } {
  const files = new Map<number, string>()
  const hours: AnnouncedHour[] = []
  let before = from
  for (const [hour, of] of Map.groupBy(ticks, ({ time }) => hourOf(time))) {
    const head = { index: INDEX, hour, first: of[0]?.seq ?? 0, before }
    let hash = before
    let text = headLine(head)
    for (const tick of of) {
      hash = sha256Now(chainText(hash, INDEX, tick))
      text += tickLine(tick, hash)
    }
    if (isComplete) text += endLine({ last: of.at(-1)?.seq ?? 0, hash })
    files.set(hour, text)
    hours.push({ hour, before, hash, isComplete })
    before = hash
  }
  return { files, hours }
}

const rowOf = ({ seq, time, price }: PublishedTick): TickRow => ({ seq, time, price: price as PriceText })
const unitsOf = (price: string) => BigInt(Math.round(Number(price) * 1e8)) as Price8

/** A contract that was accepted then, decided by these ticks as the rules say. */
export function contractOn(
  ticks: readonly PublishedTick[],
  opened: number,
  fields: Partial<SecondContract> = {},
): SecondContract {
  const contract = { ...secondContractExample, ...fields, opened }
  const expiry = opened + contract.seconds * 1000
  const open = ticks.findLast(({ time }) => time <= opened)
  const before = ticks.findLast(({ time }) => time < expiry)
  const settle = ticks.find(({ time }) => time >= expiry)
  if (!open || !before || !settle) throw new Error("the ticks don't reach far enough")
  const isSilent = settle.time - before.time > SILENT_LIMIT_MS
  const status = isSilent
    ? "refunded"
    : outcomeAt(contract.direction, unitsOf(open.price), unitsOf(settle.price))
  const stake = 5_000_000_000n as Amount
  const profit = secondProfit(stake, 82_000_000n)
  return {
    ...contract,
    ...{ expiry, status, stake: "50", payoutRate: "0.82", profit: formatAmount(profit) },
    ...{ open: rowOf(open), before: rowOf(before), settle: rowOf(settle), settled: settle.time },
    paid: formatAmount(paidBack(status, stake, profit)),
    ...fields,
  }
}

/** Over the turn of two hours: 120 ticks, a second apart; the contract runs over the turn as well. */
export function provenResult() {
  const start = HOUR + HOUR_MS - 60_000
  const ticks = ticksOf(
    Array.from({ length: 120 }, (_, place): [number, string] => [
      start + place * 1000 + 137,
      formatAmount(BigInt(6_727_120_000_000 + ((place * 7919) % 1_000_003) * 100), 2),
    ]),
  )
  return { ticks, contract: contractOn(ticks, start + 30_500), ...publish(ticks), sha256 }
}

/** Funding rates as they were paid, and how often they are. */

import type { fundingRates as fundingCall } from "#core/wire/contract-public-calls.ts"
import type { ResponseOf } from "#core/wire/index.ts"
import { badCombination } from "../door-error.ts"
import type { DoorGround, DoorRequest } from "../door-route.ts"
import { PAGE_ROWS, rowsWithin } from "../own-history.ts"

type PaidRate = ResponseOf<typeof fundingCall>["rows"][number]
const LIMIT_MAX = 1000

/** Of one contract, or the newest of all; oldest first. */
export async function fundingRates(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { symbols } = ground
  const name = parameters.text("symbol")
  const [start, end] = [parameters.whole("startTime"), parameters.whole("endTime")]
  if (start !== undefined && end !== undefined && start > end) throw badCombination()
  const limit = parameters.limit(100, LIMIT_MAX)
  const markets = name === undefined ? symbols.allFutures() : [symbols.future(name)]
  const lists = await Promise.all(
    markets.map(async ({ id: instrument }) => {
      const span = { fromId: undefined, start, end, limit }
      const rows = await rowsWithin<PaidRate>(span, {
        read: (cursor) =>
          calls.make("fundingRates", {
            ...{ instrument, limit: Math.min(limit, PAGE_ROWS) },
            ...(start !== undefined && { from: start }),
            ...(end !== undefined && { to: end }),
            ...(cursor && { cursor }),
          }),
        ...{ idOf: ({ time }) => time, timeOf: ({ time }) => time, isBefore: () => false },
      })
      return rows.map(({ time, rate, mark }) => ({
        ...{
          symbol: symbols.nameOf(instrument),
          fundingTime: time,
          fundingRate: rate,
          markPrice: mark || "0",
        },
      }))
    }),
  )
  return lists
    .flat()
    .sort((one, other) => one.fundingTime - other.fundingTime)
    .slice(start === undefined ? -limit : 0, start === undefined ? undefined : limit)
}

export const fundingInfo = ({ symbols }: DoorGround) =>
  symbols.allFutures().map(({ id, fundingHours }) => ({
    ...{ symbol: symbols.nameOf(id), fundingIntervalHours: fundingHours, disclaimer: false },
  }))

/** Handlers of the spot calls: place, amend, cancel, and query orders. */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { ProblemName, Result } from "#core/wire/index.ts"
import { refuse, type SpotEndpointName, spotEndpoints } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { FeeLevels } from "#server/read-model/fee-levels.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared } from "../calls/refusal.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import { pageOf } from "../storage/page.ts"
import { isBackwards } from "../storage/time-range.ts"
import { amend, cancel, place, reduce, type SpotParts, spotNamed, stateOf } from "./change-spot-order.ts"
import { fillHistory, orderHistory } from "./spot.queries.ts"

interface SpotHandlerParts extends SpotParts {
  reads: HistoryReads
  feeLevels: FeeLevels
}

export function spotHandlers(parts: SpotHandlerParts): HandlersOf<SpotEndpointName> {
  const { exchange, accounts, reader, reads } = parts
  const calls = spotEndpoints
  return {
    placeSpotOrder: async (request, { session }) =>
      within(calls.placeSpotOrder, await place(parts, session.userId, request)),
    amendSpotOrder: async (request, { session }) =>
      within(calls.amendSpotOrder, await amend(parts, session.userId, request)),
    reduceSpotOrder: async (request, { session }) =>
      within(calls.reduceSpotOrder, await reduce(parts, session.userId, request)),
    cancelSpotOrder: async (request, { session }) =>
      within(calls.cancelSpotOrder, await cancel(parts, session.userId, request)),
    async cancelAllSpotOrders({ instrument }, { session }) {
      if (instrument !== undefined && !spotNamed(reader, instrument))
        return refuse("UNKNOWN_INSTRUMENT", { instrument })
      const of = instrument === undefined ? {} : { instrument }
      const ended = await exchange.submit({
        type: "order.cancel-all",
        account: accountOf(session.userId),
        kind: "spot",
        ...of,
      })
      if (!ended.ok) return declared(calls.cancelAllSpotOrders, ended.problem)
      return answer({ cancelled: [...ended.value.cancelled] })
    },
    spotOrderState: async (request, { session }) =>
      within(calls.spotOrderState, await stateOf(parts, session.userId, request)),

    openSpotOrders({ instrument, cursor, limit }, { session }) {
      const before = /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : Number.MAX_SAFE_INTEGER
      const rows = accounts
        .openOrders(accountOf(session.userId), "spot")
        .filter((order) => order.id < before && (instrument ?? order.instrument) === order.instrument)
      return answer(pageOf(rows, limit, ({ id }) => String(id)))
    },
    async spotOrderHistory(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(
        await reads.read(session.userId, (database) =>
          orderHistory({ ...parts, database }, session.userId, request),
        ),
      )
    },
    async spotFills(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(
        await reads.read(session.userId, (database) =>
          fillHistory({ ...parts, database }, session.userId, request),
        ),
      )
    },

    spotFees({ instrument: id }, { session }) {
      const instrument = spotNamed(reader, id)
      if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
      const { level, turnover } = parts.feeLevels.of(accountOf(session.userId))
      const { maker, taker } = feeRatesOf(instrument, level)
      return answer({
        level,
        turnover: formatAmount(turnover),
        maker: formatAmount(maker),
        taker: formatAmount(taker),
        feeIn: instrument.feeIn ?? "received",
        time: reader.now(),
      })
    },
  }
}

/** The result with the refusals that the call declares. */
function within<Value, Name extends ProblemName>(
  call: Parameters<typeof declared<Name>>[0],
  result: Result<Value, ProblemName>,
): Result<Value, Name> {
  return result.ok ? result : declared(call, result.problem)
}

/** Which call does what for a spot trader? Place, amend, cancel, and what came of it. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { ProblemName, Result } from "#core/wire/index.ts"
import { refuse, type SpotEndpointName, spotEndpoints } from "#core/wire/index.ts"
import { accountOf } from "#server/read-model/account-rows.ts"
import type { FeeStanding } from "#server/read-model/account-seeds.ts"
import { declared } from "../http/declared.ts"
import { answer, type HandlersOf } from "../http/handlers.ts"
import { pageOf } from "../storage/page.ts"
import { amend, cancel, place, type SpotParts, spotNamed, stateOf } from "./change-spot-order.ts"
import { fillHistory, orderHistory } from "./spot.queries.ts"

export interface SpotHandlerParts extends SpotParts {
  feeStanding(account: string, instrument: SpotInstrument): FeeStanding
}

export function spotHandlers(parts: SpotHandlerParts): HandlersOf<SpotEndpointName> {
  const { exchange, accounts, reader } = parts
  const calls = spotEndpoints
  return {
    placeSpotOrder: async (request, { session }) =>
      within(calls.placeSpotOrder, await place(parts, session.userId, request)),
    amendSpotOrder: async (request, { session }) =>
      within(calls.amendSpotOrder, await amend(parts, session.userId, request)),
    cancelSpotOrder: async (request, { session }) =>
      within(calls.cancelSpotOrder, await cancel(parts, session.userId, request)),
    async cancelAllSpotOrders({ instrument }, { session }) {
      if (instrument !== undefined && !spotNamed(reader, instrument))
        return refuse("UNKNOWN_INSTRUMENT", { instrument })
      const of = instrument === undefined ? {} : { instrument }
      const ended = await exchange.submit({
        type: "order.cancel-all",
        account: accountOf(session.userId),
        ...of,
      })
      if (!ended.ok) return declared(calls.cancelAllSpotOrders, ended.problem)
      return answer({ cancelled: "cancelled" in ended.value ? [...ended.value.cancelled] : [] })
    },
    spotOrderState: async (request, { session }) =>
      within(calls.spotOrderState, await stateOf(parts, session.userId, request)),

    openSpotOrders({ instrument, cursor, limit }, { session }) {
      const before = /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : Number.MAX_SAFE_INTEGER
      const rows = accounts
        .openOrders(accountOf(session.userId))
        .filter((order) => order.id < before && (instrument ?? order.instrument) === order.instrument)
      return answer(pageOf(rows, limit, ({ id }) => String(id)))
    },
    spotOrderHistory: async (request, { session }) =>
      answer(await orderHistory(parts, session.userId, request)),
    spotFills: async (request, { session }) => answer(await fillHistory(parts, session.userId, request)),

    spotFees({ instrument: id }, { session }) {
      const instrument = spotNamed(reader, id)
      if (!instrument) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
      const standing = parts.feeStanding(accountOf(session.userId), instrument)
      return answer({
        level: standing.level,
        turnover: formatAmount(standing.turnover),
        maker: formatAmount(standing.maker),
        taker: formatAmount(standing.taker),
        feeIn: standing.feeIn,
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

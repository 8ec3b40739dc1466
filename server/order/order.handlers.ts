/** Handlers of the calls about orders of every kind of instrument. */

import { COUNTDOWN_LEAST, type OrderEndpointName, orderEndpoints } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"
import type { AccountModel } from "../read-model/account-model.ts"
import { changeWhole } from "./change-group.ts"
import { type GroupParts, placeLadder, placePair } from "./place-group.ts"
import { change, placeInSlices } from "./place-twap.ts"

export function orderHandlers(parts: GroupParts & { accounts: AccountModel }): HandlersOf<OrderEndpointName> {
  const { exchange, reader } = parts
  return {
    async placeOco(request, { session }) {
      const placed = await placePair(parts, session.userId, request)
      return placed.ok ? placed : declared(orderEndpoints.placeOco, placed.problem)
    },
    async placeScaled(request, { session }) {
      const placed = await placeLadder(parts, session.userId, request)
      return placed.ok ? placed : declared(orderEndpoints.placeScaled, placed.problem)
    },
    async cancelGroup({ group }, { session }) {
      const ended = await exchange.submit({
        type: "order.cancel-all",
        account: accountOf(session.userId),
        group,
      })
      if (!ended.ok) return declared(orderEndpoints.cancelGroup, ended.problem)
      return answer({ cancelled: [...ended.value.cancelled] })
    },
    async changeGroup(request, { session }) {
      const changed = await changeWhole(parts, session.userId, request)
      return changed.ok ? changed : declared(orderEndpoints.changeGroup, changed.problem)
    },
    async pausedGroups({ instrument }, { session }) {
      return answer({ rows: parts.accounts.paused(accountOf(session.userId), instrument) })
    },
    async placeTwap(request, { session }) {
      const placed = await placeInSlices(parts, session.userId, request)
      return placed.ok ? placed : declared(orderEndpoints.placeTwap, placed.problem)
    },
    async changeTwap(request, { session }) {
      const changed = await change(parts, session.userId, request)
      return changed.ok ? changed : declared(orderEndpoints.changeTwap, changed.problem)
    },
    async twaps({ instrument }, { session }) {
      return answer({ rows: parts.accounts.twaps(accountOf(session.userId), instrument) })
    },
    async cancelAfter({ seconds, instrument }, { session }) {
      if (seconds > 0 && seconds < COUNTDOWN_LEAST)
        throw new Refusal({ name: "FORMAT", values: { field: "seconds" } })
      const set = await exchange.submit({
        type: "countdown.set",
        account: accountOf(session.userId),
        afterMs: seconds * 1000,
        ...(instrument !== undefined && { instrument }),
      })
      if (!set.ok) return declared(orderEndpoints.cancelAfter, set.problem)
      return answer({ due: set.value.due ?? 0, time: reader.now() })
    },
  }
}

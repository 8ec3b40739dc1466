/** Handlers of the calls about orders of every kind of instrument. */

import { COUNTDOWN_LEAST, type OrderEndpointName, orderEndpoints } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"

interface OrderParts {
  exchange: CommandDoor
  reader: MarketReader
}

export function orderHandlers({ exchange, reader }: OrderParts): HandlersOf<OrderEndpointName> {
  return {
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

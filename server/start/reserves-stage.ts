/** Part of the stage "http": makes proofs of what is owed, and answers the calls about them. */

import type { ReserveEndpointName } from "#core/wire/index.ts"
import { reserveHandlers } from "../assets/reserve.handlers.ts"
import { ReserveProofs } from "../assets/reserve-proofs.ts"
import type { HandlersOf } from "../calls/handler.ts"
import type { CustodyStage } from "./custody-stage.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

const HOUR_MS = 3_600_000

interface ReservesParts {
  opened: OpenedStorage
  market: OpenedMarket
  custody: CustodyStage
}

export function startReserves(
  { settings, log, onClose }: Stage,
  { opened: { storage, clock }, market, custody: { custody } }: ReservesParts,
): HandlersOf<ReserveEndpointName> {
  const proofs = new ReserveProofs({
    ...{ database: storage.database, engine: market.engine.state, now: clock.now, log },
    everyMs: settings.reservesHours * HOUR_MS,
    wallets: async () => {
      const held = new Map<string, bigint>()
      for (const { currency, amount } of (await custody?.adapter.balances()) ?? [])
        held.set(currency, (held.get(currency) ?? 0n) + amount)
      return held
    },
  })
  proofs.start()
  onClose(() => proofs.stop())
  return reserveHandlers(proofs, storage.database)
}

/** Stage "alerts": watches from the first command that is done again, keeps what fires, tells it, and brings the calls. */

import { signedUnitsOf } from "#core/money/steps.ts"
import { marginRatio } from "#core/position/margin.ts"
import type { AlertEndpointName } from "#core/wire/index.ts"
import type { EngineState } from "#server/engine/state.ts"
import { alertHandlers } from "../alert/alert.handlers.ts"
import { AlertDesk } from "../alert/alert-desk.ts"
import { AlertKeeper } from "../alert/alert-keeper.ts"
import { alertRowOf } from "../alert/alert-rows.ts"
import { openAlerts } from "../alert/alert-store.ts"
import { AlertTeller } from "../alert/alert-teller.ts"
import { AlertWatch } from "../alert/alert-watch.ts"
import type { WindowMinute } from "../alert/alert-windows.ts"
import { PushSender, pushKeysIn } from "../alert/push-sender.ts"
import { unwatchedCandles } from "../alert/unwatched-prices.ts"
import { termsOf, watchedOf } from "../alert/watched-terms.ts"
import type { HandlersOf } from "../calls/handler.ts"
import { marginStandingOf } from "../engine/contracts/margin-standing.ts"
import type { Engine } from "../engine/engine.ts"
import { accountOf } from "../engine/ledger/ledger-account.ts"
import type { Feed } from "../feed/feed.ts"
import type { AlertNotices } from "../mail/alert-notices.ts"
import type { AccountModel } from "../read-model/account-model.ts"
import type { MarketHistory } from "../read-model/market-history.ts"
import type { MarketModel } from "../read-model/market-model.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Ratio of an account whose equity is used up, 1e-8. */
const NOTHING_LEFT = 10n ** 16n

/** The exchange as it was restored, and what is read of it. */
interface RestoredMarket {
  engine: Engine
  model: MarketModel
  history: MarketHistory
  trading: { accounts: AccountModel }
}

/** What follows the exchange from before its restoring on. */
export class AlertStage {
  readonly watch: AlertWatch
  readonly keeper: AlertKeeper
  #engine: EngineState | undefined
  #desk: AlertDesk | undefined
  #teller: AlertTeller | undefined

  /** With all that is armed; nothing has been done again yet. */
  static async open({ log }: Stage, { storage }: OpenedStorage, feed: Feed): Promise<AlertStage> {
    const stage = new AlertStage(log, storage.database, feed)
    const instruments = new Map(feed.instruments.map((instrument) => [instrument.id, instrument]))
    for (const row of await openAlerts(storage.database)) {
      if (row.state !== "armed") continue
      const watched = watchedOf(alertRowOf(row).condition, row.user_id, (id) => instruments.get(id))
      // Of a market that isn't listed any more it waits for good.
      if (watched.ok) stage.watch.arm(row.id, termsOf(watched.value, row.side), row.armed)
    }
    return stage
  }

  private constructor(log: Stage["log"], database: OpenedStorage["storage"]["database"], feed: Feed) {
    const steps = new Map(feed.instruments.map(({ id, tick, lot }) => [id, { tick, lot }]))
    this.keeper = new AlertKeeper({
      ...{ database, log },
      onFired: (rows) => {
        this.#desk?.tellStored(rows)
        this.#teller?.look()
      },
      onGone: (rows) => this.#desk?.tellGone(rows),
    })
    this.watch = new AlertWatch({
      stepsOf: (instrument) => steps.get(instrument),
      marginOf: (userId, instrument) => this.#marginOf(userId, instrument),
      onFire: (firing) => this.keeper.add(firing),
    })
  }

  /** The exchange is restored and hasn't done anything new: what lies between is judged, and from now on what fires is kept. */
  async begin(
    { settings, onClose }: Stage,
    { storage, clock }: OpenedStorage,
    market: RestoredMarket,
    stoppedAt: number,
  ): Promise<void> {
    const { database } = storage
    const { model, history, trading } = market
    const engine = market.engine.state
    this.#engine = engine
    const dayOf = async (id: string): Promise<WindowMinute[]> => {
      const instrument = model.instrument(id)
      const now = model.now()
      if (!instrument) return []
      const minutes = await history.join.candles(instrument, "1m", {
        from: now - DAY_MS - MINUTE_MS,
        to: now,
        now,
      })
      return minutes.map(({ openTime, close, volume }) => ({
        openTime,
        close: BigInt(close) * instrument.tick,
        volume: BigInt(volume) * instrument.lot,
      }))
    }
    this.#desk = new AlertDesk({
      ...{ database, watch: this.watch, accounts: trading.accounts },
      market: {
        instrument: (id) => model.instrument(id),
        last: (id) => engine.markets.get(id)?.lastPrice,
        mark: (id) => engine.pricings.get(id)?.mark,
        fundingRate: (id) => rateOf(model.mark(id)?.[3]),
        margin: (userId, id) => this.#marginOf(userId, id),
        dayOf,
      },
      now: () => Math.max(clock.now(), model.now()),
      most: settings.alertsPerUser,
    })
    await this.#judgeDowntime(market, stoppedAt, clock.now())
    await this.#desk.begin()
    this.keeper.begin()
    onClose(() => this.keeper.stop())
  }

  /** The calls, and from now on owners are told by mail and on their devices. */
  async handlers(
    { settings, log, onClose }: Stage,
    { storage, clock }: OpenedStorage,
    notices: AlertNotices,
  ): Promise<HandlersOf<AlertEndpointName>> {
    const { database } = storage
    const push = new PushSender({
      ...{ database, log, origins: settings.pushOrigins, subject: settings.pushContact },
      keys: await pushKeysIn(settings.data),
    })
    this.#teller = new AlertTeller({ database, notices, push, log })
    onClose(() => this.#teller?.stop())
    this.#teller.start()
    if (!this.#desk) throw new Error("alerts have not begun")
    return alertHandlers({ database, desk: this.#desk, push, now: clock.now })
  }

  #marginOf(userId: number, instrument: string): bigint | undefined {
    const standing = this.#engine && marginStandingOf(this.#engine, accountOf(userId), instrument)
    // Nothing left is as near as can be.
    return standing && (marginRatio(standing.maintenance, standing.equity) ?? NOTHING_LEFT)
  }

  /** Where the exchange was down: who looks at the chart sees these prices crossed. */
  async #judgeDowntime({ model, history }: RestoredMarket, stoppedAt: number, now: number): Promise<void> {
    if (stoppedAt === 0) return
    const stretch = { from: Math.max(stoppedAt, now - DAY_MS), to: now }
    for (const instrument of model.instruments()) {
      if (!this.watch.hasPrice(instrument.id)) continue
      for (const { openTime, low, high } of await unwatchedCandles(history.join, instrument, stretch))
        for (const price of [low, high])
          this.watch.seePrice(instrument.id, BigInt(price) * instrument.tick, openTime)
    }
  }
}

const rateOf = (text: string | undefined): bigint | undefined =>
  text === undefined || text === "" ? undefined : signedUnitsOf(text)

/** Stage "feeds": lists the markets, starts the feed, and starts what watches and saves while prices come. */

import { join } from "node:path"
import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Feed } from "../feed/feed.ts"
import { SelfAudit } from "../self-audit/self-audit.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import { submitFirstCommands } from "./first-commands.ts"
import { openRecording } from "./open-sources.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

/** Resolves when every market is listed and the feed has sent its first prices. Returns the running self-audit. */
export async function startFeeds(
  { settings, options, log, onClose }: Stage,
  { storage, rounds }: OpenedStorage,
  market: OpenedMarket,
  feed: Feed,
): Promise<SelfAudit> {
  const { engine, exchange, journal, model, prices, hours, saver } = market
  onClose(async () => {
    await feed.stop()
    await exchange.stop()
    await saver.stop()
    await prices.saveLast()
    await hours.saveLast()
  })
  const restartPause = market.isHandedOver ? 0 : settings.restartPause
  const exposureLimit = wholeCoins(settings.secondExposure)
  const first = { engine, exchange, storage, feed, model, restartPause, exposureLimit }
  onClose(await submitFirstCommands(first))
  if (settings.record !== null) onClose(await openRecording(settings.record, model, log))
  await feed.start(exchange)
  saver.start(options.saveEveryMs)
  const folder = join(settings.data, "audit")
  const marks = {
    optionHouse: wholeCoins(settings.optionHouseWarning),
    insurance: wholeCoins(settings.insuranceWarning),
    houseMaker: wholeCoins(-settings.houseLossWarning),
    aiReservePercent: settings.aiReserveWarning,
  }
  const audit = new SelfAudit({
    engine,
    exchange,
    journal,
    storage,
    model,
    clock: rounds,
    log,
    folder,
    marks,
  })
  audit.start()
  onClose(() => audit.stop())
  return audit
}

const wholeCoins = (count: number): Amount => (BigInt(count) * UNITS_PER_COIN) as Amount

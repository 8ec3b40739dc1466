/** Opens the feed, the content and the recorder; a failure is reported with the setting that asked for it. */

import type { Logger } from "pino"
import { ContentStore } from "../content/content-store.ts"
import { createFeed } from "../feed/create-feed.ts"
import type { Feed } from "../feed/feed.ts"
import { startRecorder } from "../feed/recorder.ts"
import type { MarketIdentity } from "../feed/simulated/market-identity.ts"
import type { MarketModel } from "../read-model/market-model.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"

/** @param market only the simulation asks for it */
export async function openFeed(
  settings: Settings,
  log: Logger,
  market: () => Promise<MarketIdentity>,
): Promise<Feed> {
  const { kind, source } = settings.feed
  try {
    return await createFeed({
      feed: source ? `${kind}:${source}` : kind,
      market,
      markets: settings.markets,
      walks: settings.priceWalks,
      replaySpeed: settings.replaySpeed,
      ccxt: { pairs: settings.pairs, weights: settings.weights, addresses: settings.exchangeUrls },
      say: (text) => log.warn({}, text),
    })
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`SAKER_FEED: ${error instanceof Error ? error.message : error}`)
  }
}

/** Writes the public stream down; answers how to end it. A disk that fails later stops the recording, not the market. */
export async function openRecording(
  file: string,
  reader: MarketModel,
  log: Logger,
): Promise<() => Promise<void>> {
  const onFailure = (error: Error) => log.error({ err: error, file }, "recording stopped")
  try {
    const recorder = await startRecorder({ file, reader, onFailure })
    return () => recorder.close().catch(onFailure)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`SAKER_RECORD: ${file}: ${reason}; allowed: a file that may be written`)
  }
}

export async function openContent(folder: string, settings: Settings, log: Logger): Promise<ContentStore> {
  const content = new ContentStore({ folder, defaultLanguage: settings.defaultLanguage, log })
  try {
    await content.start()
    return content
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`SAKER_CONTENT: ${reason}; allowed: a folder laid out like content/`)
  }
}

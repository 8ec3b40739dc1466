/** Page that measures what the real worker can parse and aggregate when nothing is painted: no frame is ever requested. */

import { wrap } from "comlink"
import type { MarketApi } from "#workers/market/market.api.ts"
import { DESK_VIEW } from "../../oracle/desk-view.ts"

const worker = wrap<MarketApi>(
  new Worker(new URL("../../../workers/market/market.worker.ts", import.meta.url), { type: "module" }),
)
await worker.start({
  apiBase: location.origin,
  socketUrl: `${location.origin.replace("http", "ws")}/socket${location.search}`,
  language: "en",
})
await worker.show(DESK_VIEW)
Object.assign(window, {
  bench: {
    received: async () => (await worker.traffic()).messages,
    held: () => worker.dump(),
    shown: () => ({ rows: [], bids: [], asks: [], tape: [] }),
    probe: () => null,
  },
})

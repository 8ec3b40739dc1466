/** The listed markets with their steps, and the price source. */

import { searchText } from "#core/instrument/market-search.ts"
import type { FeedInfo, Market } from "#core/wire/market.ts"
import type { MarketKind } from "../view.ts"
import { StepText } from "./step-text.ts"

/** One listed market with the readers of its texts. */
export interface Listed {
  market: Market
  kind: MarketKind
  tick: StepText
  lot: StepText
  /** What a search looks into. */
  searched: string
}

export const MARKET_KINDS = ["spot", "perpetual", "second"] as const satisfies readonly MarketKind[]

export class Catalogue {
  #lists = new Map<MarketKind, Listed[]>()
  #byId = new Map<string, Listed>()
  feed: FeedInfo | null = null
  /** Rises with each change. */
  version = 0

  /** Replaces the markets of one kind; those whose steps make no sense are left out and named in the answer. */
  replace(kind: MarketKind, markets: readonly Market[], feed: FeedInfo): string[] {
    const refused: string[] = []
    const listed: Listed[] = []
    for (const market of markets) {
      const one = list(market, kind, this.#byId.get(market.id))
      if (one) listed.push(one)
      else refused.push(String(market?.id))
    }
    for (const old of this.#lists.get(kind) ?? []) this.#byId.delete(old.market.id)
    for (const one of listed) this.#byId.set(one.market.id, one)
    this.#lists.set(kind, listed)
    this.feed = feed
    this.version += 1
    return refused
  }

  /** A market opens or closes, or is scheduled to, while we look. */
  setListing(id: string, listing: Pick<Market, "state" | "openAt" | "delistAt">): void {
    const listed = this.#byId.get(id)
    if (!listed) return
    const { state, openAt, delistAt } = listed.market
    if (state === listing.state && openAt === listing.openAt && delistAt === listing.delistAt) return
    listed.market = { ...listed.market, ...listing }
    this.version += 1
  }

  get(id: string): Listed | undefined {
    return this.#byId.get(id)
  }

  ofKind(kind: MarketKind): readonly Listed[] {
    return this.#lists.get(kind) ?? []
  }

  /** The market of second contracts on this index. */
  ofIndex(index: string): Listed | undefined {
    return this.ofKind("second").find(({ market }) => market.kind === "second" && market.index === index)
  }

  hasKind(kind: MarketKind): boolean {
    return this.#lists.has(kind)
  }

  all(): Market[] {
    return MARKET_KINDS.flatMap((kind) => this.ofKind(kind).map((listed) => listed.market))
  }
}

/** Steps keep their remembered texts over a reload, unless the listing changed. */
function list(market: Market, kind: MarketKind, known: Listed | undefined): Listed | undefined {
  try {
    const isSame = known && known.market.tick === market.tick && known.market.lot === market.lot
    return {
      market,
      kind,
      tick: isSame ? known.tick : new StepText(market.tick),
      lot: isSame ? known.lot : new StepText(market.lot),
      searched: searchText(market),
    }
  } catch {
    return undefined
  }
}

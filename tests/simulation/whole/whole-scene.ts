/** What a world is about: its markets and traders, what they wish, and who predicts what comes of it. */

import type { Instrument, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Market } from "#core/wire/market.ts"
import type { Command } from "#server/engine/command.ts"
import type { SeededChance } from "../seeded-chance.ts"
import type { WholeAuditor } from "./whole-auditor.ts"

export const TRADERS = ["u1", "u2", "u3"] as const
/** As the server's handlers send it along; far more than a run needs. */
export const KEYS_MAX = 10_000

/** What one trader wants. */
export interface Wishes {
  next(): Command
  /** What changes the shown book and the account for certain, as far as there is money. */
  stir(): Command[]
}

export interface WholeScene {
  /** The first is the one whose book clients show. */
  readonly instruments: readonly [TradedInstrument, ...Instrument[]]
  /** Lists of markets, by the end of the path at which clients ask for them. */
  readonly lists: ReadonlyMap<string, readonly Market[]>
  /** How many commands lie between two snapshots, and two hashes of the state: some of each in every run. */
  readonly rhythm: { snapshotCommands: number; hashCommands: number }
  /** Wall clock of the beginning, epoch ms. */
  readonly begins: number
  readonly auditor: WholeAuditor
  /** What every life of the server begins with. */
  readonly starting: readonly Command[]
  /** What is done once, as the first of all. */
  readonly beginnings: readonly Command[]
  wishesOf(account: string, chance: SeededChance): Wishes
  /** What the server's own feed and maker send along, every so often; left out: there is none. */
  market?(): Command[]
}

/** Blocks of a simulated chain: their height is a function of time, their shallow reorganisations one of a seed. */

import { createHash } from "node:crypto"
import type { Chain } from "#core/chain/chain-assets.ts"

/**
 * Every so many blocks, on average, the chain replaces its last ones. Shallow: no deposit that was credited is ever
 * touched; `reorganise` goes deeper on demand.
 */
const REORGANISED_ONE_IN = 50
const DEPTH_MAX: Readonly<Record<Chain, number>> = { bitcoin: 1, ethereum: 3, tron: 3 }

/** A Bitcoin block takes so many times as long as one of the other chains. */
const SLOWER: Readonly<Record<Chain, number>> = { bitcoin: 5, ethereum: 1, tron: 1 }

export class Blocks {
  readonly #seed: string
  readonly #blockMs: number

  /** `blockMs`: how long a block of Ethereum or TRON takes. */
  constructor(seed: string, blockMs: number) {
    this.#seed = seed
    this.#blockMs = blockMs
  }

  /** How long a block takes. */
  blockMs(chain: Chain): number {
    return this.#blockMs * SLOWER[chain]
  }

  heightAt(chain: Chain, time: number): number {
    return Math.floor(time / this.blockMs(chain))
  }

  /**
   * Confirmations at `time` of what could be mined from the block after `since` on; 0: it waits for one. It may fall
   * back to 0 when its block is replaced, and is mined again in the block after that.
   */
  confirmations(chain: Chain, since: number, time: number): number {
    const height = this.heightAt(chain, time)
    let mined = this.heightAt(chain, since) + 1
    for (let at = mined + 1; at <= Math.min(height, mined + DEPTH_MAX[chain]); at += 1) {
      if (this.#replacedAt(chain, at) < at - mined) continue
      mined = at + 1
      at = mined
    }
    return Math.max(0, height - mined + 1)
  }

  /** How many of the blocks below this one are replaced when it comes. */
  #replacedAt(chain: Chain, height: number): number {
    const hash = createHash("sha256").update(`${this.#seed} ${chain} ${height}`).digest()
    return hash.readUInt32BE(0) % REORGANISED_ONE_IN === 0 ? 1 + (hash.readUInt32BE(4) % DEPTH_MAX[chain]) : 0
  }
}

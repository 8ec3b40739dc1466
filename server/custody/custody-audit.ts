/** Check 8 of the self-audit: what the wallets hold is what the ledger says they hold. A difference freezes withdrawals. */

import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { roomOf } from "../engine/custody/custody-room.ts"
import type { Storage } from "../storage/storage.ts"
import { type CustodyParts, within } from "./custody-parts.ts"

const AUDIT_EVERY_MS = 10 * 60_000
/** Something may be on its way at one look: only what is missing at the next one too is missing. */
const LOOK_AGAIN_MS = 5_000
/** Who speaks in the operator's audit table. */
const SPEAKER = "self-audit"

export interface CustodyAuditParts extends CustodyParts {
  storage: Pick<Storage, "database">
}

export class CustodyAudit {
  readonly #parts: CustodyAuditParts
  #nextAt = 0
  /** What was missing at the last look. */
  #missing: string | undefined
  /** It was missing at two looks. */
  #isFound = false

  constructor(parts: CustodyAuditParts) {
    this.#parts = parts
  }

  /** Why withdrawals were frozen by this check; empty while the wallets hold enough. */
  failures(): string[] {
    return this.#isFound ? [`the wallets hold less than the ledger says: ${this.#missing}`] : []
  }

  /** To be called between two rounds of the custody loop, which alone moves what is compared. */
  async lookIfDue(): Promise<void> {
    const now = this.#parts.clock.now()
    if (now < this.#nextAt) return
    const missing = await this.#compare()
    this.#isFound = missing !== undefined && this.#missing !== undefined
    this.#missing = missing
    this.#nextAt = now + (missing === undefined || this.#isFound ? AUDIT_EVERY_MS : LOOK_AGAIN_MS)
    if (missing !== undefined && this.#isFound) await this.#freeze(missing)
  }

  async #compare(): Promise<string | undefined> {
    const held = new Map<string, bigint>()
    for (const { currency, amount } of await within(this.#parts, this.#parts.adapter.balances()))
      held.set(currency, (held.get(currency) ?? 0n) + amount)
    const missing = [...held].flatMap(([currency, amount]) => {
      const wanted = roomOf(this.#parts.engine, currency)
      return amount >= wanted ? [] : [`${shown(amount)} ${currency} of ${shown(wanted)}`]
    })
    return missing.length === 0 ? undefined : missing.join("; ")
  }

  async #freeze(missing: string): Promise<void> {
    const { log, exchange, engine, storage, clock } = this.#parts
    log.error({ missing }, "THE WALLETS HOLD LESS THAN THE LEDGER SAYS: withdrawals are frozen")
    if (engine.custody.frozen === undefined)
      await exchange.submit({ type: "withdrawals.freeze", isFrozen: true, reason: "custody audit" })
    await storage.database
      .insertInto("audit")
      .values({
        ...{ time: clock.now(), operator: SPEAKER, action: "custody.missing", user_id: null },
        ...{ reason: "", detail: `in the wallets: ${missing}` },
      })
      .execute()
  }
}

const shown = (amount: bigint): string => formatAmount(amount as Amount)

/**
 * The transfer that was sent and has no answer yet. Kept by the tab, so that leaving the screen or a reload doesn't lose
 * it: asking again with the same key tells what became of it, and acts at most once.
 */

import { proxy } from "valtio/vanilla"
import type { transfer } from "#core/wire/asset-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { dropTab, readTab, writeTab } from "./tab-storage.ts"

const KEY = "saker:transfer"

/** Exactly as it was sent: with another field the same key would be refused. */
export type TransferRequest = AskOf<typeof transfer> & { sentAt: number }

export interface PendingTransfer {
  request: TransferRequest
  /** Whose it is: nobody else may ever ask with this key, it would be a transfer of theirs. */
  uid: string
  /** Local epoch ms. */
  at: number
}

export const pendingTransfer = proxy<{ now: PendingTransfer | null }>({ now: parse(readTab(KEY)) })

/** Before it is sent, so that nothing can be lost between. */
export function keepTransfer(pending: PendingTransfer): void {
  pendingTransfer.now = pending
  writeTab(KEY, JSON.stringify(pending))
}

/** Its fate is known. */
export function forgetTransfer(): void {
  pendingTransfer.now = null
  dropTab(KEY)
}

function parse(text: string | null): PendingTransfer | null {
  try {
    const kept = Object(JSON.parse(text ?? "null")) as Partial<PendingTransfer>
    const isWhole = typeof kept.request?.key === "string" && typeof kept.uid === "string"
    return isWhole ? (kept as PendingTransfer) : null
  } catch {
    return null
  }
}

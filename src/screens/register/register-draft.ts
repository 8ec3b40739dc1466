/**
 * How far a registration has come in this tab. Kept, since a phone may close the page while its owner reads the
 * mail.
 */

import { dropTab, readTab, writeTab } from "../../stores/tab-storage.ts"

const KEY = "saker:register"
const ACCOUNT_MAX = 254

/** Whom the code was sent to; empty: not asked for yet. Never a password. */
export const sentTo = (): string => (readTab(KEY) ?? "").slice(0, ACCOUNT_MAX)

export const keepSentTo = (account: string): void => writeTab(KEY, account)

export const dropSentTo = (): void => dropTab(KEY)

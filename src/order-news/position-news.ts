/**
 * What the exchange did to own positions by itself is said at once, in one sentence with its reason; so is a margin ratio
 * that reaches 80, 90 or 100 %, on whatever screen one is. Fetched once somebody is logged in.
 */

import i18next from "i18next"
import { subscribe } from "valtio"
import type { Notice } from "#core/wire/contract.ts"
import { account } from "../stores/account-store.ts"
import { contractAccount, positionCellsOf } from "../stores/contracts-store.ts"
import { laterWords } from "../text/i18n.ts"
import { showToast, showUrgentToast } from "../ui/toaster.ts"
import { currentLanguage } from "../words/first-words.ts"
import { feel } from "./order-feedback.ts"
import { alarmSentence, nextAlarm, noticeSentence, type ToldAlarm } from "./position-sentence.ts"

/** Notices that were there or were told; null: the whole hasn't come for this login. */
let known: Set<string> | null = null
/** The last alarm told, of the account (0) and of isolated positions by their id. */
const told = new Map<number, ToldAlarm>()

/** An alarm from here on breaks off what a screen reader says; a lower one waits its turn. */
const URGENT_FROM = 90
/** So do these notices. */
const URGENT_KINDS: ReadonlySet<Notice["kind"]> = new Set(["liquidation", "take-over", "deleveraging"])

/** Once a page. */
export function followPositionNews(): void {
  subscribe(account, () => void hear())
  subscribe(contractAccount, () => void watch())
}

async function hear(): Promise<void> {
  const { isKnown, notices } = account
  if (!isKnown) {
    known = null
    told.clear()
    return
  }
  const before = known
  known = new Set(notices.map(({ id }) => id))
  // What was there at the login is no news.
  if (before === null) return
  const fresh = notices.filter(({ id }) => !before.has(id)).toReversed()
  if (fresh.length === 0) return
  await laterWords()
  for (const notice of fresh) {
    const text = noticeSentence(notice, i18next.getFixedT(null, "positions"), currentLanguage())
    if (notice.kind !== "funding") feel("refusal")
    if (URGENT_KINDS.has(notice.kind)) showUrgentToast(text)
    else showToast(notice.kind === "funding" ? "info" : "failure", text)
  }
}

async function watch(): Promise<void> {
  const { positions } = account
  const alarms: { id: number; position?: (typeof positions)[number]; share: number; alarm: number }[] = []
  const { cells } = contractAccount
  if (cells && positions.some(({ marginMode }) => marginMode === "cross")) alarms.push({ id: 0, ...cells })
  for (const position of positions) {
    const { alarm, share } = positionCellsOf(position.id)
    if (position.marginMode === "isolated") alarms.push({ id: position.id, position, alarm, share })
  }
  for (const id of told.keys()) if (!alarms.some((alarm) => alarm.id === id)) told.delete(id)
  const due = alarms.filter(({ id, alarm, share }) => {
    const next = nextAlarm(told.get(id) ?? 0, alarm, share)
    told.set(id, next.told)
    return next.isDue
  })
  if (due.length === 0) return
  await laterWords()
  for (const { position, alarm } of due) {
    feel("refusal")
    const text = alarmSentence(alarm, position, i18next.getFixedT(null, "positions"))
    if (alarm >= URGENT_FROM) showUrgentToast(text)
    else showToast("failure", text)
  }
}

/**
 * An alert that has fired is said at once, with its value and by sound where it is wanted; one that fired while nobody was here, or
 * looked at another tab, is said once somebody looks. Having been said it is seen, on all devices. Fetched once somebody is logged in.
 */

import i18next from "i18next"
import { subscribe } from "valtio"
import type { AlertRow } from "#core/wire/alert.ts"
import { seeAlerts } from "#core/wire/alert-calls.ts"
import { call } from "../api/call.ts"
import { account } from "../stores/account-store.ts"
import { laterWords } from "../text/i18n.ts"
import { showToast } from "../ui/toaster.ts"
import { currentLanguage } from "../words/first-words.ts"
import { alertSentence } from "./alert-sentence.ts"
import { feel } from "./order-feedback.ts"

/** Of several that are told together the newest are said one by one. */
const SAID_MAX = 2

/** Firings that were said, by id and version: an alert that was armed again may fire again. */
const said = new Set<string>()
/** Those whose sound was heard: said or still to be said. */
const heard = new Set<string>()

/** Once a page. */
export function followAlertNews(): void {
  subscribe(account, () => void hear())
  document.addEventListener("visibilitychange", () => void hear())
}

async function hear(): Promise<void> {
  const fresh = account.alerts.filter(
    (alert) => alert.state === "fired" && !alert.seen && !said.has(keyOf(alert as AlertRow)),
  ) as AlertRow[]
  if (fresh.length === 0) return
  if (!fresh.every((alert) => heard.has(keyOf(alert)))) feel("alert")
  for (const alert of fresh) heard.add(keyOf(alert))
  // A toast that nobody sees would be gone, and the alert marked as seen.
  if (document.visibilityState !== "visible") return
  for (const alert of fresh) said.add(keyOf(alert))
  await laterWords()
  const newest = fresh.toSorted((one, other) => one.fired - other.fired).slice(-SAID_MAX)
  const told = { language: currentLanguage(), nowMs: Date.now() }
  for (const alert of newest) showToast("info", alertSentence(alert, i18next.getFixedT(null, "alerts"), told))
  // Lost: it is said again at the next visit, rather than never.
  await call(seeAlerts, { ids: fresh.map(({ id }) => id) })
}

const keyOf = ({ id, version }: AlertRow): string => `${id} ${version}`

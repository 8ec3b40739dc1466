/**
 * How own second contracts end is said at once, on whatever screen one is: a toast, which is the page's polite live region,
 * in the same words for gain, tie and loss. Sound only where it is wanted. Fetched once somebody is logged in.
 */

import i18next from "i18next"
import { subscribe } from "valtio"
import type { SecondContract } from "#core/wire/second.ts"
import { account } from "../stores/account-store.ts"
import { market } from "../stores/market-store.ts"
import { resultPlaces } from "../stores/second-form-store.ts"
import { currentLanguage, laterWords } from "../text/i18n.ts"
import { tickDecimals } from "../text/tick-price.ts"
import { showToast } from "../ui/toaster.ts"
import { feel } from "./order-feedback.ts"
import { resultSentence } from "./second-sentence.ts"

/** More ends than this at once are counted, not told one by one: as many as toasts fit. */
const TOLD_MAX = 2

/** Ends that were told. */
let told = new Set<number>()

/** Once a page. */
export function followSecondNews(): void {
  subscribe(account, () => void hear())
}

async function hear(): Promise<void> {
  const { isKnown, endedSeconds } = account
  if (!isKnown) {
    told = new Set()
    return
  }
  const fresh = endedSeconds.filter(({ id }) => !told.has(id)).toReversed()
  if (fresh.length === 0) return
  told = new Set(endedSeconds.map(({ id }) => id))
  feel("fill")
  // On their own screen they stand there, and are read out there.
  if (resultPlaces.count > 0) return
  await laterWords()
  if (fresh.length <= TOLD_MAX) for (const contract of fresh) showToast("info", sentenceOf(contract))
  else showToast("info", i18next.t("option:result.many", { count: fresh.length }))
}

function sentenceOf(contract: SecondContract): string {
  const decimals = tickDecimals(market.catalogue?.byId.get(contract.instrument)?.tick)
  return resultSentence(contract, {
    t: i18next.getFixedT(null, "option"),
    language: currentLanguage(),
    decimals,
  })
}

/**
 * How own second contracts end is said at once, on whatever screen one is: a toast, which is the page's polite live region,
 * in the same words for gain, tie and loss. Sound only where it is wanted. Fetched once somebody is logged in.
 */

import i18next from "i18next"
import { subscribe } from "valtio"
import { optionRecord } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { call } from "../api/call.ts"
import { account, endSeconds } from "../stores/account-store.ts"
import { market } from "../stores/market-store.ts"
import { resultPlaces } from "../stores/second-form-store.ts"
import { session } from "../stores/session-store.ts"
import { laterWords } from "../text/i18n.ts"
import { tickDecimals } from "../text/tick-price.ts"
import { showToast } from "../ui/toaster.ts"
import { currentLanguage } from "../words/first-words.ts"
import { feel } from "./order-feedback.ts"
import { resultSentence } from "./second-sentence.ts"

/** More ends than this at once are counted, not told one by one: as many as toasts fit. */
const TOLD_MAX = 2

const ASK_PATIENCE_MS = 8000

/** Ends that were told. */
let told = new Set<number>()
/** Asked for what became of them. */
let asked: readonly SecondContract[] = []

/** Once a page. */
export function followSecondNews(): void {
  subscribe(account, () => void hear())
  subscribe(account, () => void learnEnds())
}

/** Those that ended while the page was away are asked for; without an answer they stand in the records alone. */
async function learnEnds(): Promise<void> {
  const { goneSeconds } = account
  if (goneSeconds === asked) return
  asked = goneSeconds
  const { token } = session
  const signal = AbortSignal.timeout(ASK_PATIENCE_MS)
  const answers = await Promise.all(goneSeconds.map(({ id }) => call(optionRecord, { id }, signal)))
  if (session.token !== token || token === null) return
  const ended = answers.flatMap((answer) => (answer.ok ? [answer.data.contract as SecondContract] : []))
  endSeconds(ended.filter(({ status }) => status !== "open").sort((one, other) => one.expiry - other.expiry))
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

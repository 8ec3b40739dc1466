/**
 * Opens a second contract exactly once. One press is one key, and it is never sent again by itself. When no answer comes, the
 * exchange is asked which contracts run and which have ended; until it has said what became of it, nothing else is sent from
 * this tab.
 */

import { proxy, ref } from "valtio"
import type { AskOf } from "#core/wire/endpoint.ts"
import { openOption, optionRecords, runningOptions } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { call } from "../../api/call.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { putResultsAway } from "../../stores/second-form-store.ts"
import { session } from "../../stores/session-store.ts"
import { dropTab, readTab, writeTab } from "../../stores/tab-storage.ts"

/** Without an answer by then its fate counts as unknown. */
const PATIENCE_MS = 8000
const ASK_PATIENCE_MS = 5000
/** Between one question and the next, in turn; the last one goes on. */
const ASK_AFTER_MS = [300, 1000, 2000, 4000, 8000] as const
/** A request may still be under way when the exchange is asked the first time: it says "never" this often. */
const NEVER_TIMES = 2
/** Ended contracts that are looked through: it ended just now, if it did. */
const RECORDS_ASKED = 50

const KEY = "saker:unknown-second"

export type SecondRequest = Omit<AskOf<typeof openOption>, "key" | "sentAt">

type Outcome =
  | { kind: "refused"; name: string; text: string }
  | { kind: "never" }
  | { kind: "opened"; contract: SecondContract }

interface SecondSending {
  state: "idle" | "sending" | "unknown"
  /** Of the contract on its way. */
  key: string | null
  outcome: Outcome | null
}

export const secondSending = proxy<SecondSending>({ state: "idle", key: null, outcome: null })

/** Nothing happens while one is on its way or unknown. Resolves to whether it was opened. */
export async function openSecond(request: SecondRequest): Promise<boolean> {
  if (secondSending.state !== "idle") return false
  const key = newRequestKey()
  Object.assign(secondSending, { state: "sending", key, outcome: null })
  writeTab(KEY, key)
  const sentAt = Math.round(Date.now() + market.connection.clockOffset)
  const answer = await call(openOption, { ...request, key, sentAt }, patience(PATIENCE_MS))
  // Logged out meanwhile: what became of it is nobody's business here.
  if (secondSending.key !== key) return false
  if (answer.ok) return opened(answer.data)
  const { name, text } = answer.failure
  // An error of the server's may have come after the contract was kept: it is asked as if nothing had been said.
  if (name === "NETWORK" || name === "INTERNAL") {
    secondSending.state = "unknown"
    return askFate(key)
  }
  settle({ kind: "refused", name, text })
  return false
}

/** Something else is chosen: what was said of the last one is of the past. */
export function forgetSecondOutcome(): void {
  if (secondSending.outcome) secondSending.outcome = null
}

async function askFate(key: string): Promise<boolean> {
  let neverSaid = 0
  for (let turn = 0; secondSending.key === key; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS[Math.min(turn, ASK_AFTER_MS.length - 1)]))
    if (session.token === null || secondSending.key !== key) break
    const found = heardOf(key) ?? (await asked(key))
    if (secondSending.key !== key) break
    if (found === "never") neverSaid += 1
    else if (found) return opened(found)
    if (neverSaid < NEVER_TIMES) continue
    settle({ kind: "never" })
    return false
  }
  // Logged out: the answer would be another's business.
  if (secondSending.key === key) settle(null)
  return false
}

const heardOf = (key: string): SecondContract | undefined =>
  [...account.seconds, ...account.endedSeconds].find((contract) => contract.key === key)

/** Those that run, then those that ended: in between it can only go from the first to the second. */
async function asked(key: string): Promise<SecondContract | "never" | undefined> {
  const isIt = (contract: SecondContract) => contract.key === key
  const running = await call(runningOptions, {}, patience(ASK_PATIENCE_MS))
  if (!running.ok) return undefined
  const open = running.data.rows.find(isIt)
  if (open) return open
  const ended = await call(optionRecords, { limit: RECORDS_ASKED }, patience(ASK_PATIENCE_MS))
  if (!ended.ok) return undefined
  return ended.data.rows.find(isIt) ?? "never"
}

function opened(contract: SecondContract): true {
  putResultsAway(contract.opened)
  settle({ kind: "opened", contract })
  return true
}

/** With the session goes what was sent in it, and what was said of it. */
keepsPrivateAnswers(() => settle(null))

function settle(outcome: Outcome | null): void {
  dropTab(KEY)
  Object.assign(secondSending, { state: "idle", key: null, outcome: outcome && ref(outcome) })
}

function patience(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(), ms)
  return control.signal
}

/** The page was loaded anew while a contract's fate was unknown. */
function takeUp(): void {
  const key = readTab(KEY)
  if (!key || session.token === null) {
    dropTab(KEY)
    return
  }
  Object.assign(secondSending, { state: "unknown", key })
  void askFate(key)
}
takeUp()

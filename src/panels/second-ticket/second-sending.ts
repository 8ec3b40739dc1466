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
import { askFate, PATIENCE_MS, patience } from "../../ticket/ask-fate.ts"

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
    return learnFate(key)
  }
  settle({ kind: "refused", name, text })
  return false
}

/** Something else is chosen: what was said of the last one is of the past. */
export function forgetSecondOutcome(): void {
  if (secondSending.outcome) secondSending.outcome = null
}

async function learnFate(key: string): Promise<boolean> {
  const isCurrent = () => secondSending.key === key
  const fate = await askFate<SecondContract>({
    isCurrent,
    heard: () => heardOf(key),
    ask: (signal) => asked(key, signal),
  })
  if (fate && fate !== "never") return opened(fate)
  // Logged out: the answer would be another's business.
  if (isCurrent()) settle(fate ? { kind: "never" } : null)
  return false
}

const heardOf = (key: string): SecondContract | undefined =>
  [...account.seconds, ...account.endedSeconds].find((contract) => contract.key === key)

/** Those that run, then those that ended: in between it can only go from the first to the second. */
async function asked(key: string, signal: AbortSignal): Promise<SecondContract | "never" | undefined> {
  const isIt = (contract: SecondContract) => contract.key === key
  const running = await call(runningOptions, {}, signal)
  if (!running.ok) return undefined
  const open = running.data.rows.find(isIt)
  if (open) return open
  const ended = await call(optionRecords, { limit: RECORDS_ASKED }, signal)
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

/** The page was loaded anew while a contract's fate was unknown. */
function takeUp(): void {
  const key = readTab(KEY)
  if (!key || session.token === null) {
    dropTab(KEY)
    return
  }
  Object.assign(secondSending, { state: "unknown", key })
  void learnFate(key)
}
takeUp()

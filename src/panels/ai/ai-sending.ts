/**
 * Buys an AI product, or ends a holding early, exactly once. One press is one key, and it is never sent again by itself.
 * When no answer comes, the exchange is asked what became of it; until it has said so, nothing else is sent from this tab.
 */

import { proxy, ref } from "valtio"
import type { AiHolding } from "#core/wire/ai.ts"
import { aiHoldingDetail, aiHoldings, buyAi, withdrawAi } from "#core/wire/ai-calls.ts"
import { type Answer, call } from "../../api/call.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { dropTab, readTab, writeTab } from "../../stores/tab-storage.ts"
import { askFate, PATIENCE_MS, patience } from "../../ticket/ask-fate.ts"

/** Holdings that are looked through: it was bought just now, if it was. */
const HOLDINGS_ASKED = 50

const KEY = "saker:unknown-ai"

/** What is asked for. `of`: id of the product, or of the holding that is to end. */
export type AiRequest = { kind: "buy"; of: string; amount: string } | { kind: "end"; of: number }

/** What is on its way, as the tab keeps it. */
type AiWay = { kind: "buy"; of: string; key: string } | { kind: "end"; of: number; key: string }

type AiOutcome =
  | { kind: "refused"; text: string }
  /** Proven: it was not done. */
  | { kind: "never" }
  | { kind: "done"; holding: AiHolding }

interface AiSending {
  state: "idle" | "sending" | "unknown"
  way: AiWay | null
  outcome: { of: AiRequest["of"]; is: AiOutcome } | null
}

export const aiSending = proxy<AiSending>({ state: "idle", way: null, outcome: null })

/** Nothing happens while one is on its way or unknown. Resolves to whether it was done. */
export async function sendAi(request: AiRequest): Promise<boolean> {
  if (aiSending.state !== "idle") return false
  const way = { kind: request.kind, of: request.of, key: newRequestKey() } as AiWay
  Object.assign(aiSending, { state: "sending", way: ref(way), outcome: null })
  writeTab(KEY, JSON.stringify(way))
  const answer = await send(request, way.key)
  // Logged out meanwhile: what became of it is nobody's business here.
  if (aiSending.way?.key !== way.key) return false
  if (answer.ok) return done(way, answer.data)
  const { name, text } = answer.failure
  // An error of the server's may have come after it was kept: it is asked as if nothing had been said.
  if (name === "NETWORK" || name === "INTERNAL") {
    aiSending.state = "unknown"
    return learnFate(way)
  }
  settle(way, { kind: "refused", text })
  return false
}

function send(request: AiRequest, key: string): Promise<Answer<AiHolding>> {
  const sent = { key, sentAt: Math.round(Date.now() + market.connection.clockOffset) }
  const signal = patience(PATIENCE_MS)
  return request.kind === "buy"
    ? call(buyAi, { product: request.of, amount: request.amount, ...sent }, signal)
    : call(withdrawAi, { id: request.of, ...sent }, signal)
}

/** Something else is chosen: what was said of the last one is of the past. */
export function forgetAiOutcome(): void {
  if (aiSending.outcome) aiSending.outcome = null
}

async function learnFate(way: AiWay): Promise<boolean> {
  const isCurrent = () => aiSending.way?.key === way.key
  const fate = await askFate<AiHolding>({
    isCurrent,
    heard: () => heardOf(way),
    ask: (signal) => (way.kind === "buy" ? askBought(way.key, signal) : askEnded(way.of, signal)),
  })
  if (fate && fate !== "never") return done(way, fate)
  // Logged out: the answer would be another's business.
  if (isCurrent()) settle(way, fate ? { kind: "never" } : null)
  return false
}

const heardOf = (way: AiWay): AiHolding | undefined =>
  way.kind === "buy"
    ? account.holdings.find(({ key }) => key === way.key)
    : account.endedHoldings.find(({ id }) => id === way.of)

/** A holding that was bought just now runs for days: it is among those that run, or was never bought. */
async function askBought(key: string, signal: AbortSignal): Promise<AiHolding | "never" | undefined> {
  const running = await call(aiHoldings, { status: "running", limit: HOLDINGS_ASKED }, signal)
  if (!running.ok) return undefined
  return running.data.rows.find((row) => row.key === key) ?? "never"
}

async function askEnded(id: number, signal: AbortSignal): Promise<AiHolding | "never" | undefined> {
  const asked = await call(aiHoldingDetail, { id: String(id) } as never, signal)
  if (!asked.ok) return undefined
  const { holding } = asked.data
  return holding.status === "in-progress" ? "never" : holding
}

function done(way: AiWay, holding: AiHolding): true {
  settle(way, { kind: "done", holding })
  return true
}

/** With the session goes what was sent in it, and what was said of it. */
keepsPrivateAnswers(() => settle(null, null))

function settle(way: AiWay | null, outcome: AiOutcome | null): void {
  dropTab(KEY)
  Object.assign(aiSending, {
    state: "idle",
    way: null,
    outcome: way && outcome && ref({ of: way.of, is: outcome }),
  })
}

/** The page was loaded anew while the fate of one was unknown. */
function takeUp(): void {
  const way = wayOf(readTab(KEY))
  if (!way || session.token === null) {
    dropTab(KEY)
    return
  }
  Object.assign(aiSending, { state: "unknown", way: ref(way) })
  void learnFate(way)
}

function wayOf(text: string | null): AiWay | undefined {
  try {
    const { kind, of, key } = Object(JSON.parse(text ?? "null")) as Partial<AiWay>
    const isWhole =
      (kind === "buy" ? typeof of === "string" : typeof of === "number") && typeof key === "string"
    return isWhole ? ({ kind, of, key } as AiWay) : undefined
  } catch {
    return undefined
  }
}
takeUp()

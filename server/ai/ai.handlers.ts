/** Handlers of the calls about AI products: what is offered, buying, what runs and has ended, the early end. */

import { earlyFeeOf } from "#core/ai/reward.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { type AiEndpointName, aiEndpoints, refuse } from "#core/wire/index.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { aiHoldingOf } from "#server/read-model/holding-rows.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import { type AiReading, holdingPage, ownHolding } from "./ai.queries.ts"
import { issuesOf, offered, productOf } from "./product-rows.ts"

interface AiParts extends AiReading {
  reads: HistoryReads
  exchange: CommandDoor
  /** Read between two commands: what is offered. What binds is the command's to say. */
  engine: EngineState
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

export function aiHandlers(parts: AiParts): HandlersOf<AiEndpointName> {
  const { exchange, engine, keysMax } = parts
  const calls = aiEndpoints
  return {
    aiProducts(_request, { session }) {
      const account = accountOf(session.userId)
      return answer({ rows: offered(engine, account).map((each) => productOf(engine, account, each)) })
    },

    aiProductDetail({ id }, { session }) {
      const product = engine.ai.product(id)
      if (!product || product.terms.offer === "draft") return refuse("UNKNOWN_PRODUCT")
      return answer({
        product: productOf(engine, accountOf(session.userId), product),
        issues: issuesOf(product).reverse(),
      })
    },

    async buyAi({ product, amount: text, key, sentAt }, { session }) {
      const amount = parseAmount(text)
      if (!amount.ok) {
        const values = { field: "amount" }
        if (amount.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values })
        return refuse(amount.problem, values)
      }
      const done = await exchange.submit({
        ...{
          type: "ai.buy",
          account: accountOf(session.userId),
          product,
          amount: amount.value,
          key,
          keysMax,
        },
        ...(sentAt !== undefined && { sentAt }),
      })
      if (!done.ok) return declared(calls.buyAi, done.problem)
      return answer(aiHoldingOf(done.value.holding))
    },

    async aiHoldings(request, { session }) {
      return answer(
        await parts.reads.read(session.userId, (database) =>
          holdingPage({ database }, session.userId, request),
        ),
      )
    },

    async aiHoldingDetail({ id }, { session }) {
      const holding = await ownHolding(parts, session.userId, id)
      if (!holding) return refuse("UNKNOWN_HOLDING")
      return answer({ holding: aiHoldingOf(holding), early: earlyEndOf(holding) })
    },

    async withdrawAi({ id, key, sentAt }, { session }) {
      const done = await exchange.submit({
        ...{ type: "ai.withdraw", account: accountOf(session.userId), holding: id, key, keysMax },
        ...(sentAt !== undefined && { sentAt }),
      })
      if (done.ok) return answer(aiHoldingOf(done.value.holding))
      // The engine forgets what has ended.
      const ended =
        done.problem.name === "UNKNOWN_HOLDING" ? await ownHolding(parts, session.userId, id) : undefined
      return ended ? refuse("WRONG_STATE", { state: ended.status }) : declared(calls.withdrawAi, done.problem)
    },
  }
}

/** A4, as it would be now. */
function earlyEndOf({ status, principal, earlyFee, reward }: AiView) {
  if (status !== "in-progress") return null
  const fee = earlyFeeOf(principal, earlyFee)
  return {
    principal: formatAmount(principal),
    fee: formatAmount(fee),
    forfeited: formatAmount(reward),
    receive: formatAmount((principal - fee) as Amount),
  }
}

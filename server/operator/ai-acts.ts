/** Operator's acts on AI products: adding and changing one, opening an issue, filling the reserve (A1). */

import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { type ResponseOf, type Result, refuse } from "#core/wire/index.ts"
import { operatorEndpoints as calls } from "#core/wire/operator-calls.ts"
import { issueOf } from "../ai/product-rows.ts"
import { answer } from "../calls/handler.ts"
import { declared } from "../calls/refusal.ts"
import type { OfferedProduct } from "../engine/ai/ai-state.ts"
import { AI_RESERVE } from "../engine/ai/reserve-accounts.ts"
import type { EngineState } from "../engine/state.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import type { Acts } from "./acts.ts"
import { type AuditParts, writeDown } from "./audit.ts"

export interface AiActParts extends AuditParts {
  exchange: Pick<CommandDoor, "submit">
  /** Read between two commands. */
  engine: Pick<EngineState, "ai" | "ledger">
}

type AiActs = "operatorAiProducts" | "operatorAiProduct" | "operatorAiIssue" | "operatorAiReserve"
type ProductRow = ResponseOf<(typeof calls)["operatorAiProduct"]>

export function aiActs(parts: AiActParts): Pick<Acts, AiActs> {
  const { engine, exchange } = parts
  return {
    operatorAiProducts: () => {
      const products = engine.ai.products()
      const currencies = [...new Set(products.map(({ terms }) => terms.currency))].sort()
      return answer({
        rows: products.map((product) => rowOf(parts, product)),
        reserve: currencies.map((currency) => reserveOf(parts, currency)),
      })
    },

    operatorAiProduct: async ({ id, by, reason, rate, minimum, maximum, earlyFee, ...terms }) => {
      const figures = readAmounts({ rate, minimum, maximum, earlyFee })
      if (!figures.ok) return figures
      const before = engine.ai.product(id)?.terms
      const done = await exchange.submit({
        ...{ type: "ai.product", product: id, ...terms },
        ...{ rate: figures.value.rate, earlyFee: figures.value.earlyFee },
        ...{ minimum: figures.value.minimum, maximum: figures.value.maximum },
      })
      if (!done.ok) return declared(calls.operatorAiProduct, done.problem)
      const { product } = done.value
      const detail = `${before ? `${termsText(before)} → ` : ""}${termsText(product)}`
      await writeDown(parts, { by, action: "ai.product", reason, detail: `${id}: ${detail}` })
      return answer(rowOf(parts, engine.ai.product(id) ?? { terms: product, issues: [] }))
    },

    operatorAiIssue: async ({ id, size: text, by, reason }) => {
      const size = readAmounts({ size: text })
      if (!size.ok) return size
      const done = await exchange.submit({ type: "ai.issue", product: id, size: size.value.size })
      if (!done.ok) return declared(calls.operatorAiIssue, done.problem)
      const { issue } = done.value
      const detail = `${id}: issue ${issue.number} of ${formatAmount(issue.size)}`
      await writeDown(parts, { by, action: "ai.issue", reason, detail })
      return answer(issueOf(issue))
    },

    operatorAiReserve: async ({ currency, amount: text, direction, by, reason }) => {
      const amount = readAmounts({ amount: text })
      if (!amount.ok) return amount
      const [from, to] =
        direction === "in"
          ? ["operator.capital", AI_RESERVE.available]
          : [AI_RESERVE.available, "operator.capital"]
      const done = await exchange.submit({
        ...{ type: "capital.move", from, to, currency, amount: amount.value.amount, reason },
      })
      if (!done.ok) return declared(calls.operatorAiReserve, done.problem)
      await writeDown(parts, {
        by,
        action: "ai.reserve",
        reason,
        detail: `${direction}: ${text} ${currency}`,
      })
      return answer(reserveOf(parts, currency))
    },
  }
}

/** Texts become units without rounding (U2). */
function readAmounts<Name extends string>(
  texts: Record<Name, string>,
): Result<Record<Name, Amount>, "FORMAT" | "PRECISION"> {
  const read: Partial<Record<Name, Amount>> = {}
  for (const [field, text] of Object.entries<string>(texts)) {
    const parsed = parseAmount(text)
    if (!parsed.ok) return refuse(parsed.problem === "PRECISION" ? "PRECISION" : "FORMAT", { field })
    read[field as Name] = parsed.value
  }
  return { ok: true, value: read as Record<Name, Amount> }
}

function rowOf({ engine }: AiActParts, { terms, issues }: OfferedProduct): ProductRow {
  const last = issues.at(-1)
  let held = 0n
  for (const holding of engine.ai.holdings())
    if (holding.terms.product === terms.id) held += holding.terms.principal
  return {
    ...terms,
    rate: formatAmount(terms.rate),
    minimum: formatAmount(terms.minimum),
    maximum: formatAmount(terms.maximum),
    earlyFee: formatAmount(terms.earlyFee),
    issue: last ? issueOf(last) : null,
    held: formatAmount(held),
  }
}

const termsText = ({
  name,
  currency,
  days,
  rate,
  minimum,
  maximum,
  earlyFee,
  offer,
}: OfferedProduct["terms"]) =>
  [
    ...[`“${name}”`, currency, `${days} d`, `${formatAmount(rate)} a day`],
    ...[`${formatAmount(minimum)}–${formatAmount(maximum)}`, `fee ${formatAmount(earlyFee)}`, offer],
  ].join(", ")

function reserveOf({ engine }: AiActParts, currency: string) {
  const of = (name: string) => formatAmount(engine.ledger.systemBalance(name, currency))
  return { currency, available: of(AI_RESERVE.available), held: of(AI_RESERVE.held) }
}

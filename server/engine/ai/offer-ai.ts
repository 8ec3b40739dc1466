/** `ai.product` and `ai.issue`: what the operator offers (A1). */

import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import { INPUT_MAX, isCurrency } from "../ledger/move-money.ts"
import type { EngineState } from "../state.ts"
import type { IssueAi, SetAiProduct } from "./ai-command.ts"
import type { AiIssueView, AiProductView } from "./ai-event.ts"
import { type OfferedProduct, presentIssue } from "./ai-state.ts"

/** As long as the wire's ids. */
const ID = /^[a-z0-9][a-z0-9-]{0,39}$/
const NAME = /^\P{C}{1,60}$/u
/** Ten years. */
const DAYS_MAX = 3_650
/** Of a day: 10 %. Beyond it somebody has mistyped. */
const RATE_MAX = 10_000_000n
/** The whole principal. */
const FEE_MAX = 100_000_000n

/** Terms of a running holding stay as they were at its purchase. A product that is closed has no present issue. */
export function setAiProduct(state: EngineState, command: SetAiProduct): AnswerOf<SetAiProduct> {
  const { type: _type, product: id, ...fields } = command
  const wrong = wrongField(command)
  if (wrong) return refuse("FORMAT", { field: wrong })
  if (!isCurrency(state, command.currency)) return refuse("UNKNOWN_CURRENCY")
  const known = state.ai.product(id)
  if (known && known.issues.length > 0 && known.terms.currency !== command.currency)
    return refuse("WRONG_STATE", { state: "issued" })
  const terms: AiProductView = { id, ...fields }
  const product = state.ai.setProduct(terms)
  state.log.push({ type: "ai-product", product: { ...terms }, sequence: state.log.seq })
  if (terms.offer === "closed") endPresent(state, product)
  return { ok: true, value: { product: { ...terms } } }
}

/** The first field that can't be. */
function wrongField(command: SetAiProduct): string | undefined {
  const { product, name, days, rate, minimum, maximum, earlyFee } = command
  if (!ID.test(product)) return "product"
  if (!NAME.test(name) || name.trim() !== name) return "name"
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) return "days"
  if (rate <= 0n || rate > RATE_MAX) return "rate"
  if (minimum <= 0n) return "minimum"
  if (maximum < minimum || maximum > INPUT_MAX) return "maximum"
  return earlyFee < 0n || earlyFee > FEE_MAX ? "earlyFee" : undefined
}

export function issueAi(state: EngineState, { product: id, size }: IssueAi): AnswerOf<IssueAi> {
  const product = state.ai.product(id)
  if (!product) return refuse("UNKNOWN_PRODUCT")
  if (product.terms.offer === "closed") return refuse("WRONG_STATE", { state: "closed" })
  if (size < product.terms.minimum || size > INPUT_MAX) return refuse("WRONG_SIZE")
  endPresent(state, product)
  const issue: AiIssueView = {
    number: product.issues.length + 1,
    opened: state.log.now,
    size,
    sold: 0n as AiIssueView["sold"],
    promised: 0n as AiIssueView["promised"],
    paid: 0n as AiIssueView["paid"],
    state: "open",
  }
  product.issues.push(issue)
  tellIssue(state, id, issue)
  return { ok: true, value: { issue: { ...issue } } }
}

function endPresent(state: EngineState, product: OfferedProduct): void {
  const present = presentIssue(product)
  if (!present) return
  present.state = "ended"
  present.ended = state.log.now
  tellIssue(state, product.terms.id, present)
}

/** An issue as it stands. */
export const tellIssue = ({ log }: EngineState, product: string, issue: AiIssueView): void =>
  log.push({ type: "ai-issue", product, issue: { ...issue } })

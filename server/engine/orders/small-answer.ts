/** Answers as short texts, in which up to a million are remembered (S12): a third of what they take as objects. */

import type { Price8 } from "#core/money/units.ts"
import type { TickRef } from "#core/second/second-contract.ts"
import type { AiView } from "../ai/ai-event.ts"
import type { Answer } from "../answer.ts"
import type { AccountId } from "../command.ts"
import type { WithdrawalView } from "../custody/custody-event.ts"
import type { BalanceEvent, OrderView } from "../event.ts"
import type { SecondView } from "../second/second-event.ts"
import type { TwapView } from "../twap/twap.ts"

type Form = "text" | "number" | "bigint" | "boolean" | "tick" | "json"
/** A text that may be empty, or hold a tab, goes as `json`. */
type FormOf<Value> = Value extends bigint
  ? "bigint"
  : Value extends number
    ? "number"
    : Value extends boolean
      ? "boolean"
      : Value extends TickRef
        ? "tick"
        : Value extends object
          ? "json"
          : "text" | "json"
/** The account is the key's own. */
type Fields<Row> = {
  readonly [Field in Exclude<keyof Row, "account" | "type">]-?: FormOf<NonNullable<Row[Field]>>
}

/** In this order since state version 3; what came later stands at the end, where earlier rows have nothing. */
const ORDER: Fields<OrderView> = {
  id: "number",
  instrument: "text",
  kind: "text",
  side: "text",
  orderType: "text",
  timeInForce: "text",
  price: "number",
  quantity: "number",
  budget: "bigint",
  stopPrice: "number",
  postOnly: "boolean",
  clientOrderId: "text",
  executed: "number",
  executedQuote: "bigint",
  status: "text",
  reason: "text",
  refusal: "text",
  prevented: "number",
  charged: "bigint",
  feeCurrency: "text",
  hold: "bigint",
  created: "number",
  updated: "number",
  sequence: "number",
  reduceOnly: "boolean",
  positionSide: "text",
  stopSource: "text",
  distance: "bigint",
  extreme: "bigint",
  closePosition: "boolean",
  takeProfit: "json",
  stopLoss: "json",
  targetsPart: "boolean",
  origin: "text",
  expiresAt: "number",
  group: "number",
  groupKind: "text",
  shown: "number",
  hidden: "number",
}
/** Rows that follow each other say how many fields each has: later releases have more. */
const ORDER_WIDTH = Object.keys(ORDER).length
const BALANCE: Fields<BalanceEvent> = {
  wallet: "text",
  currency: "text",
  available: "bigint",
  held: "bigint",
  margin: "bigint",
  advance: "bigint",
}

/** As it opened: what it has only when it has ended comes last. Since state version 4. */
const CONTRACT: Fields<SecondView> = {
  id: "number",
  instrument: "text",
  index: "text",
  key: "text",
  direction: "text",
  seconds: "number",
  stake: "bigint",
  profit: "bigint",
  currency: "text",
  payoutRate: "bigint",
  open: "tick",
  opened: "number",
  expiry: "number",
  sequence: "number",
  status: "text",
  before: "tick",
  settle: "tick",
  paid: "bigint",
  settled: "number",
}

/** As it was asked for. Since state version 5. */
const WITHDRAWAL: Fields<WithdrawalView> = {
  id: "number",
  key: "text",
  chain: "text",
  currency: "text",
  addressId: "number",
  address: "json",
  remark: "json",
  amount: "bigint",
  fee: "bigint",
  worth: "bigint",
  identity: "text",
  status: "text",
  reason: "json",
  tx: "json",
  requested: "number",
  waitsUntil: "number",
  updated: "number",
  approvedBy: "json",
  sequence: "number",
}

/** As it was placed, or as it ended with that. */
const TWAP: Fields<TwapView> = {
  id: "number",
  instrument: "text",
  side: "text",
  quantity: "number",
  executed: "number",
  executedQuote: "bigint",
  price: "number",
  reduceOnly: "boolean",
  positionSide: "text",
  durationMs: "number",
  intervalMs: "number",
  isRandom: "boolean",
  slices: "number",
  slicesLeft: "number",
  missed: "number",
  refusal: "text",
  status: "text",
  end: "text",
  next: "number",
  created: "number",
  updated: "number",
  sequence: "number",
}

/** As it was bought, or as it ended early. Since state version 5. */
const HOLDING: Fields<AiView> = {
  id: "number",
  product: "text",
  name: "text",
  issue: "number",
  key: "text",
  currency: "text",
  principal: "bigint",
  rate: "bigint",
  days: "number",
  earlyFee: "bigint",
  bought: "number",
  starts: "number",
  promised: "bigint",
  accruedDays: "number",
  reward: "bigint",
  sequence: "number",
  status: "text",
  ended: "number",
  paid: "bigint",
  fee: "bigint",
}

const READERS: Readonly<Record<Form, (text: string) => unknown>> = {
  text: (text) => text,
  number: Number,
  bigint: BigInt,
  boolean: (text) => text === "true",
  tick: readTick,
  json: (text) => JSON.parse(text),
}

/** No field holds a tab. One that is left out is empty; none is empty otherwise. */
const packRow = <Row extends object>(fields: Fields<Row>, row: Row): string[] =>
  Object.entries<Form>(fields).map(([field, form]) => textOf(row[field as keyof Row], form))

function textOf(value: unknown, form: Form): string {
  if (value === undefined || value === null) return ""
  if (form === "tick") return tickText(value as TickRef)
  return form === "json" ? JSON.stringify(value) : String(value)
}

const tickText = ({ seq, time, price }: TickRef): string => [seq, time, price].join(",")

function readTick(text: string): TickRef {
  const [seq, time, price = ""] = text.split(",")
  return { seq: Number(seq), time: Number(time), price: BigInt(price) as Price8 }
}

function readRow<Row>(fields: Fields<Row>, texts: readonly string[], account: AccountId): Row {
  const row: Record<string, unknown> = { account }
  for (const [place, [field, form]] of Object.entries<Form>(fields).entries()) {
    const text = texts[place] ?? ""
    if (text !== "") row[field] = READERS[form](text)
  }
  return row as Row
}

/**
 * The answer to a command with a key, without a line feed; {@link readAnswer} gives it back.
 * @throws Error for one that no such command has
 */
export function packAnswer(answer: Answer): string {
  if (!answer.ok) return `refused\t${JSON.stringify(answer.problem)}`
  const { value } = answer
  if ("order" in value) return ["order", ...packRow(ORDER, value.order)].join("\t")
  if ("orders" in value)
    return ["orders", ORDER_WIDTH, ...value.orders.flatMap((order) => packRow(ORDER, order))].join("\t")
  if ("contract" in value) return ["contract", ...packRow(CONTRACT, value.contract)].join("\t")
  if ("twap" in value) return ["twap", ...packRow(TWAP, value.twap)].join("\t")
  if ("withdrawal" in value) return ["withdrawal", ...packRow(WITHDRAWAL, value.withdrawal)].join("\t")
  if ("holding" in value) return ["holding", ...packRow(HOLDING, value.holding)].join("\t")
  if (!("moved" in value)) {
    if (Object.keys(value).length === 0) return "done"
    throw new Error(
      "an answer that is remembered has an order, a contract, a holding, a withdrawal, money that was moved, or nothing",
    )
  }
  const { id, time, balances } = value.moved
  return ["moved", id, time, ...balances.flatMap((balance) => packRow(BALANCE, balance))].join("\t")
}

/** @param account whose key it is */
export function readAnswer(packed: string, account: AccountId): Answer {
  const [kind, ...texts] = packed.split("\t")
  if (kind === "refused") return { ok: false, problem: JSON.parse(packed.slice("refused\t".length)) }
  if (kind === "done") return { ok: true, value: {} }
  if (kind === "order") return { ok: true, value: { order: readRow(ORDER, texts, account) } }
  if (kind === "orders") {
    const orders = rowsOf(texts.slice(1), Number(texts[0])).map((row) =>
      readRow<OrderView>(ORDER, row, account),
    )
    return { ok: true, value: { orders } }
  }
  if (kind === "contract") return { ok: true, value: { contract: readRow(CONTRACT, texts, account) } }
  if (kind === "twap") return { ok: true, value: { twap: readRow(TWAP, texts, account) } }
  if (kind === "withdrawal") {
    // One that couldn't be valued is the only field that is left out.
    const read = readRow<WithdrawalView>(WITHDRAWAL, texts, account)
    const withdrawal = { ...read, worth: read.worth ?? null }
    return { ok: true, value: { withdrawal } }
  }
  if (kind === "holding") return { ok: true, value: { holding: readRow(HOLDING, texts, account) } }
  const [id, time, ...rest] = texts
  const balances = rowsOf(rest, Object.keys(BALANCE).length).map((row): BalanceEvent => {
    return { ...readRow(BALANCE, row, account), type: "balance" }
  })
  return { ok: true, value: { moved: { id: Number(id), balances, time: Number(time) } } }
}

/** Rows of so many texts that stand behind each other. */
const rowsOf = (texts: readonly string[], width: number): string[][] =>
  Array.from({ length: texts.length / width }, (_, row) => texts.slice(row * width, (row + 1) * width))

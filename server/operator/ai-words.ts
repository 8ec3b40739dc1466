/** The operator's commands about AI products (A1). */

import type { AskOf, ResponseOf } from "#core/wire/index.ts"
import type { operatorEndpoints as calls } from "#core/wire/operator-calls.ts"
import { type Command, clean, command, date, type Given, reason, table, text } from "./word-forms.ts"

type Product = ResponseOf<(typeof calls)["operatorAiProduct"]>
type Offer = AskOf<(typeof calls)["operatorAiProduct"]>["offer"]
type Direction = AskOf<(typeof calls)["operatorAiReserve"]>["direction"]

const first = ({ words: [word = ""] }: Given) => word
const option = ({ options }: Given, name: string) => text(options[name])

const lines = (rows: readonly Product[]): string[] =>
  table(
    rows.map(({ id, name, offer, currency, days, rate, minimum, maximum, earlyFee, issue, held }) => [
      ...[id, name, offer, `${days} d`, `${rate} a day`, `${minimum}–${maximum} ${currency}`],
      ...[`fee ${earlyFee}`, issue ? `issue ${issue.number}: ${issue.sold} of ${issue.size}` : "no issue"],
      `held ${held}`,
    ]),
  )
const reserveLine = ({
  currency,
  available,
  held,
}: ResponseOf<(typeof calls)["operatorAiReserve"]>): string =>
  `Reserve: ${available} ${currency} free, ${held} ${currency} promised.`

export const AI_COMMANDS: Readonly<Record<string, Command>> = {
  "ai-products": command({
    usage: "ai-products",
    meaning: "all AI products, drafts and closed ones too, and what the reserve has",
    options: [],
    words: 0,
    call: "operatorAiProducts",
    ask: () => ({}),
    show: ({ rows, reserve }) => [
      ...lines(rows),
      ...(rows.length === 0 ? ["None."] : []),
      ...reserve.map(reserveLine),
    ],
  }),
  "ai-product": command({
    usage:
      'ai-product ID --name "…" --currency C --days N --rate R --min A --max A --fee R --offer draft|on-sale|closed --reason "…"',
    meaning: "adds an AI product, or changes it for what is bought from then on; R as 0.0002 a day",
    options: ["name", "currency", "days", "rate", "min", "max", "fee", "offer", "reason"],
    words: 1,
    call: "operatorAiProduct",
    ask: (given) => ({
      id: first(given),
      name: option(given, "name"),
      currency: option(given, "currency"),
      days: option(given, "days"),
      rate: option(given, "rate"),
      minimum: option(given, "min"),
      maximum: option(given, "max"),
      earlyFee: option(given, "fee"),
      offer: option(given, "offer") as Offer,
      reason: reason(given),
    }),
    show: (product) => lines([product]),
  }),
  "ai-issue": command({
    usage: 'ai-issue ID --size AMOUNT --reason "…"',
    meaning: "opens the next issue of an AI product, and ends the one before",
    options: ["size", "reason"],
    words: 1,
    call: "operatorAiIssue",
    ask: (given) => ({ id: first(given), size: option(given, "size"), reason: reason(given) }),
    show: ({ number, size, opened }) => [`Issue ${number} of ${clean(size)} is open since ${date(opened)}.`],
  }),
  "ai-reserve": command({
    usage: 'ai-reserve in|out --currency C --amount A --reason "…"',
    meaning: "moves the operator's capital into the reserve that pays rewards, or what is free of it back",
    options: ["currency", "amount", "reason"],
    words: 1,
    call: "operatorAiReserve",
    ask: (given) => ({
      direction: first(given) as Direction,
      currency: option(given, "currency"),
      amount: option(given, "amount"),
      reason: reason(given),
    }),
    show: (reserve) => [reserveLine(reserve)],
  }),
}

/** The parts of a batch's statement that write AI products, their issues and what is held. */

import { type RawBuilder, sql } from "kysely"
import type { AiIssueEvent, AiProductEvent, AiView } from "#server/engine/ai/ai-event.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import { amounts, numbers, optional, texts } from "../storage/row-arrays.ts"

interface HoldingRow {
  userId: number
  holding: Readonly<AiView>
}

/** Each as it stands at the end of the batch. */
export class AiRows {
  readonly #products = new Map<string, AiProductEvent>()
  readonly #issues = new Map<string, AiIssueEvent>()
  readonly #holdings = new Map<number, HoldingRow>()

  /** Passes over events of anything else. */
  take(event: EngineEvent): void {
    if (event.type === "ai") {
      const userId = userIdOf(event.holding.account)
      if (userId !== undefined) this.#holdings.set(event.holding.id, { userId, holding: event.holding })
    } else if (event.type === "ai-issue") this.#issues.set(`${event.product} ${event.issue.number}`, event)
    else if (event.type === "ai-product") this.#products.set(event.product.id, event)
  }

  get size(): number {
    return this.#products.size + this.#issues.size + this.#holdings.size
  }

  /** One for each table that gets rows; the database checks what each row may be. */
  parts(): RawBuilder<unknown>[] {
    const parts: RawBuilder<unknown>[] = []
    if (this.#products.size > 0) parts.push(productsPart([...this.#products.values()]))
    if (this.#issues.size > 0) parts.push(issuesPart([...this.#issues.values()]))
    if (this.#holdings.size > 0) parts.push(holdingsPart([...this.#holdings.values()]))
    return parts
  }
}

function productsPart(rows: readonly AiProductEvent[]): RawBuilder<unknown> {
  const of = <Value>(read: (product: AiProductEvent["product"]) => Value) =>
    rows.map(({ product }) => read(product))
  return sql`fresh_ai_products as (
    insert into ai_products (id, name, currency, days, rate, minimum, maximum, early_fee, offer, sequence)
    select id, name, currency, days, rate::int8, minimum::numeric, maximum::numeric, early_fee::int8, offer, sequence
    from (select 1 from head) written, unnest(
      ${texts(of(({ id }) => id))}, ${texts(of(({ name }) => name))}, ${texts(of(({ currency }) => currency))},
      ${numbers(of(({ days }) => days))}, ${amounts(of(({ rate }) => rate))},
      ${amounts(of(({ minimum }) => minimum))}, ${amounts(of(({ maximum }) => maximum))},
      ${amounts(of(({ earlyFee }) => earlyFee))}, ${texts(of(({ offer }) => offer))},
      ${numbers(rows.map(({ sequence }) => sequence))})
      fresh (id, name, currency, days, rate, minimum, maximum, early_fee, offer, sequence)
    on conflict (id) do update set name = excluded.name, currency = excluded.currency, days = excluded.days,
      rate = excluded.rate, minimum = excluded.minimum, maximum = excluded.maximum, early_fee = excluded.early_fee,
      offer = excluded.offer, sequence = excluded.sequence)`
}

/** What an issue began with stays; what was sold, promised and paid of it goes on. */
function issuesPart(rows: readonly AiIssueEvent[]): RawBuilder<unknown> {
  const of = <Value>(read: (issue: AiIssueEvent["issue"]) => Value) => rows.map(({ issue }) => read(issue))
  return sql`fresh_ai_issues as (
    insert into ai_issues (product, number, opened, ended, size, sold, promised, paid, state)
    select product, number, opened, nullif(ended, '')::int8, size::numeric, sold::numeric, promised::numeric,
      paid::numeric, state
    from (select 1 from head) written, unnest(
      ${texts(rows.map(({ product }) => product))}, ${numbers(of(({ number }) => number))},
      ${numbers(of(({ opened }) => opened))}, ${optional(of(({ ended }) => ended))},
      ${amounts(of(({ size }) => size))}, ${amounts(of(({ sold }) => sold))},
      ${amounts(of(({ promised }) => promised))}, ${amounts(of(({ paid }) => paid))},
      ${texts(of(({ state }) => state))})
      fresh (product, number, opened, ended, size, sold, promised, paid, state)
    on conflict (product, number) do update set ended = excluded.ended, sold = excluded.sold,
      promised = excluded.promised, paid = excluded.paid, state = excluded.state)`
}

/** A holding keeps the terms of its purchase. */
function holdingsPart(rows: readonly HoldingRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (holding: HoldingRow["holding"]) => Value) =>
    rows.map(({ holding }) => read(holding))
  return sql`fresh_ai_holdings as (
    insert into ai_holdings (id, user_id, product, name, issue, request_key, currency, principal, rate, days,
      early_fee, bought, starts, promised, accrued_days, reward, status, ended, paid, fee, sequence)
    select id, user_id, product, name, issue, request_key, currency, principal::numeric, rate::int8, days,
      early_fee::int8, bought, starts, promised::numeric, accrued_days, reward::numeric, status,
      nullif(ended, '')::int8, nullif(paid, '')::numeric, nullif(fee, '')::numeric, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of(({ id }) => id))}, ${numbers(rows.map(({ userId }) => userId))},
      ${texts(of(({ product }) => product))}, ${texts(of(({ name }) => name))}, ${numbers(of(({ issue }) => issue))},
      ${texts(of(({ key }) => key))}, ${texts(of(({ currency }) => currency))},
      ${amounts(of(({ principal }) => principal))}, ${amounts(of(({ rate }) => rate))},
      ${numbers(of(({ days }) => days))}, ${amounts(of(({ earlyFee }) => earlyFee))},
      ${numbers(of(({ bought }) => bought))}, ${numbers(of(({ starts }) => starts))},
      ${amounts(of(({ promised }) => promised))}, ${numbers(of(({ accruedDays }) => accruedDays))},
      ${amounts(of(({ reward }) => reward))}, ${texts(of(({ status }) => status))},
      ${optional(of(({ ended }) => ended))}, ${optional(of(({ paid }) => paid))}, ${optional(of(({ fee }) => fee))},
      ${numbers(of(({ sequence }) => sequence))})
      fresh (id, user_id, product, name, issue, request_key, currency, principal, rate, days, early_fee, bought,
        starts, promised, accrued_days, reward, status, ended, paid, fee, sequence)
    on conflict (id) do update set accrued_days = excluded.accrued_days, reward = excluded.reward,
      status = excluded.status, ended = excluded.ended, paid = excluded.paid, fee = excluded.fee,
      sequence = excluded.sequence)`
}

/**
 * What the rules say of AI products (A1–A5), worked out from them alone: it shares no code with the engine, and says of each
 * command how it must be answered and what everybody has then. Amounts are whole units of 1e-8.
 */

import type { Command, Stamped } from "#server/engine/command.ts"

const DAY = 86_400_000
const UNIT = 100_000_000n
const HOUR = 3_600_000

interface Terms {
  days: number
  rate: bigint
  minimum: bigint
  maximum: bigint
  fee: bigint
  offer: string
  currency: string
}
interface Issue {
  number: number
  size: bigint
  sold: bigint
  promised: bigint
  paid: bigint
  state: "open" | "sold-out" | "ended"
}
export interface OracleHolding {
  id: number
  user: string
  product: string
  issue: number
  terms: Terms
  principal: bigint
  firstDay: number
  days: number
}

/** The whole days of a holding are counted as days since 1970; day 0 of it is the one that begins at the next midnight. */
export class AiOracle {
  readonly products = new Map<string, { terms: Terms; issues: Issue[] }>()
  readonly running = new Map<number, OracleHolding>()
  /** By ledger name and currency; another oracle may keep it as well. */
  readonly money: Map<string, bigint>
  readonly frozen = new Set<string>()
  /** How often each end and refusal came. */
  readonly seen = new Map<string, number>()
  readonly #answers = new Map<string, { until: number; body: string; id: number }>()
  isStopped = false
  nextId = 1
  #today = 0

  constructor(money = new Map<string, bigint>()) {
    this.money = money
  }

  of(name: string, currency: string): bigint {
    return this.money.get(`${name} ${currency}`) ?? 0n
  }

  /** Answers the refusal that the command must get; undefined: it is done. */
  take({ time, command }: Stamped): string | undefined {
    this.#passTo(time)
    const refusal = this.#do(command, time)
    this.#count(refusal ?? command.type)
    return refusal
  }

  /** Each midnight until then: a day more for each that has begun, then what has had all of them is paid. */
  #passTo(time: number): void {
    const day = Math.floor(time / DAY)
    if (this.#today === 0) this.#today = day
    while (this.#today < day) {
      this.#today += 1
      for (const holding of [...this.running.values()])
        if (this.#today > holding.firstDay) this.#earn(holding)
    }
  }

  #earn(holding: OracleHolding): void {
    const { user, terms, principal } = holding
    const before = rewardOf(holding, holding.days)
    holding.days += 1
    const gain = rewardOf(holding, holding.days) - before
    this.#add("ai-reserve.held", terms.currency, -gain)
    this.#add(`${user}.ai.reward`, terms.currency, gain)
    if (holding.days < terms.days) return
    const reward = rewardOf(holding, holding.days)
    this.#add(`${user}.ai.reward`, terms.currency, -reward)
    this.#add(`${user}.ai.principal`, terms.currency, -principal)
    this.#add(`${user}.funding.available`, terms.currency, principal + reward)
    const issue = this.products.get(holding.product)?.issues[holding.issue - 1]
    if (issue) issue.paid += reward
    this.running.delete(holding.id)
    this.#count("finished")
  }

  #do(command: Command, time: number): string | undefined {
    switch (command.type) {
      case "capital.move":
        if (command.amount <= 0n) return "WRONG_SIZE"
        this.#add(command.from, command.currency, -command.amount)
        this.#add(command.to, command.currency, command.amount)
        return undefined
      case "user.freeze":
        if (command.isFrozen) this.frozen.add(command.account)
        else this.frozen.delete(command.account)
        return undefined
      case "audit.stop":
        this.isStopped = true
        return undefined
      case "audit.resume":
        this.isStopped = false
        return undefined
      case "ai.product": {
        const { product: id, days, rate, minimum, maximum, earlyFee: fee, offer, currency } = command
        const known = this.products.get(id)
        const terms = { days, rate, minimum, maximum, fee, offer, currency }
        this.products.set(id, { terms, issues: known?.issues ?? [] })
        if (offer === "closed") this.#endLast(id)
        return undefined
      }
      case "ai.issue":
        return this.#issue(command.product, command.size)
      case "ai.buy":
        return this.#once(command, `${command.product} ${command.amount}`, time, () =>
          this.#buy(command, time),
        )
      case "ai.withdraw":
        return this.#once(command, String(command.holding), time, () => this.#withdraw(command))
      default:
        return undefined
    }
  }

  /** What was done under a key is not done again for an hour; what was refused is judged anew. */
  #once(
    { type, account, key }: { type: string; account: string; key: string },
    body: string,
    time: number,
    act: () => string | undefined,
  ): string | undefined {
    const name = `${type} ${account} ${key}`
    const known = this.#answers.get(name)
    if (known && known.until > time) return known.body === body ? undefined : "KEY_CONFLICT"
    const refusal = act()
    if (refusal === undefined) this.#answers.set(name, { until: time + HOUR, body, id: this.nextId - 1 })
    return refusal
  }

  #endLast(id: string): void {
    const last = this.products.get(id)?.issues.at(-1)
    if (last) last.state = "ended"
  }

  #issue(id: string, size: bigint): string | undefined {
    const product = this.products.get(id)
    if (!product) return "UNKNOWN_PRODUCT"
    if (product.terms.offer === "closed") return "WRONG_STATE"
    if (size < product.terms.minimum) return "WRONG_SIZE"
    this.#endLast(id)
    const number = product.issues.length + 1
    product.issues.push({ number, size, sold: 0n, promised: 0n, paid: 0n, state: "open" })
    return undefined
  }

  #buy({ account, product: id, amount }: Command & { type: "ai.buy" }, time: number): string | undefined {
    if (this.frozen.has(account)) return "ACCOUNT_FROZEN"
    const product = this.products.get(id)
    if (!product || product.terms.offer === "draft") return "UNKNOWN_PRODUCT"
    if (product.terms.offer === "closed") return "WRONG_STATE"
    const { terms } = product
    const issue = product.issues.at(-1)
    if (issue?.state !== "open") return "ISSUE_FULL"
    if (this.isStopped) return "TRANSFERS_STOPPED"
    if (amount <= 0n) return "WRONG_SIZE"
    let own = 0n
    for (const each of this.running.values())
      if (each.user === account && each.product === id) own += each.principal
    if (amount < terms.minimum || own + amount > terms.maximum) return "PURCHASE_LIMIT"
    if (issue.sold + amount > issue.size) return "ISSUE_FULL"
    const { currency } = terms
    if (this.of(`${account}.funding.available`, currency) < amount) return "INSUFFICIENT_BALANCE"
    const holding = { id: this.nextId, user: account, product: id, issue: issue.number, terms: { ...terms } }
    const firstDay = Math.floor(time / DAY) + 1
    const made: OracleHolding = { ...holding, principal: amount, firstDay, days: 0 }
    const whole = rewardOf(made, terms.days)
    if (this.of("ai-reserve.available", currency) < whole) return "RESERVE_LIMIT"
    this.nextId += 1
    this.running.set(made.id, made)
    this.#add(`${account}.funding.available`, currency, -amount)
    this.#add(`${account}.ai.principal`, currency, amount)
    this.#add("ai-reserve.available", currency, -whole)
    this.#add("ai-reserve.held", currency, whole)
    issue.sold += amount
    issue.promised += whole
    if (issue.size - issue.sold < terms.minimum) issue.state = "sold-out"
    return undefined
  }

  #withdraw({ account, holding: id }: Command & { type: "ai.withdraw" }): string | undefined {
    if (this.frozen.has(account)) return "ACCOUNT_FROZEN"
    const holding = this.running.get(id)
    if (!holding || holding.user !== account) return "UNKNOWN_HOLDING"
    if (this.isStopped) return "TRANSFERS_STOPPED"
    const { terms, principal, days } = holding
    const { currency } = terms
    const raised = (principal * terms.fee) / UNIT + ((principal * terms.fee) % UNIT > 0n ? 1n : 0n)
    const reward = rewardOf(holding, days)
    const whole = rewardOf(holding, terms.days)
    this.#add(`${account}.ai.principal`, currency, -principal)
    this.#add(`${account}.ai.reward`, currency, -reward)
    this.#add("ai-reserve.held", currency, reward - whole)
    this.#add("ai-reserve.available", currency, whole)
    this.#add("fees", currency, raised)
    this.#add(`${account}.funding.available`, currency, principal - raised)
    this.running.delete(id)
    this.#count("withdrawn")
    return undefined
  }

  #add(name: string, currency: string, amount: bigint): void {
    const key = `${name} ${currency}`
    this.money.set(key, (this.money.get(key) ?? 0n) + amount)
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }
}

const rewardOf = ({ principal, terms }: OracleHolding, days: number): bigint =>
  (principal * terms.rate * BigInt(days)) / UNIT

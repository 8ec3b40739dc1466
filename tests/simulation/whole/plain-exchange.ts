/**
 * The auditor's own exchange: one spot market in whole coins, limit and market orders, cancels, transfers. Lists and sums, no
 * line of the engine's: what it predicts is what the rules say.
 */

export const COIN = 100_000_000n
/** 0.1 % for who waits, 0.2 % for who takes, in 1e-8. */
export const FEES = { maker: 100_000n, taker: 200_000n }
export const [BASE, QUOTE] = ["ABC", "USDT"] as const

export type PlainSide = "buy" | "sell"

export interface PlainOrder {
  id: number
  account: string
  key: string
  side: PlainSide
  /** In whole coins of the quote; left out: by market. */
  price: number | undefined
  quantity: number
  executed: number
  executedQuote: bigint
  fee: bigint
  status: string
}

export interface Placement {
  account: string
  key: string
  side: PlainSide
  price?: number
  quantity: number
  isIoc: boolean
  isPostOnly: boolean
}

/** What an answer must say: a refusal, or the order as it stands. */
export type Predicted = { isRefused: true } | { isRefused: false; order?: PlainOrder; cancelled?: number[] }

export class PlainExchange {
  /** Open ones, by id. */
  readonly open = new Map<number, PlainOrder>()
  /** All that there ever were, by id. */
  readonly orders = new Map<number, PlainOrder>()
  /** `account wallet currency` → total, what is held included. */
  readonly totals = new Map<string, bigint>()
  /** By account: what second contracts hold of the wallet for them. */
  readonly stakes = new Map<string, bigint>()
  /** Behind a start orders can only be cancelled. */
  isPaused = false
  readonly trades: { maker: number; taker: number; price: number; quantity: number }[] = []
  /** First answers by account and key. */
  readonly #answers = new Map<string, Predicted>()
  #nextId = 1

  fund(account: string, currency: string, amount: bigint): void {
    this.#add(account, "funding", currency, amount)
  }

  place(asked: Placement): Predicted {
    return this.#once(asked.account, asked.key, () => this.#place(asked))
  }

  transfer(asked: {
    account: string
    from: string
    to: string
    currency: string
    amount: bigint
    key: string
  }): Predicted {
    const { account, from, to, currency, amount, key } = asked
    return this.#once(account, key, () => {
      if (this.available(account, from, currency) < amount) return { isRefused: true }
      this.#add(account, from, currency, -amount)
      this.#add(account, to, currency, amount)
      return { isRefused: false }
    })
  }

  cancel(account: string, key: string): Predicted {
    const order = [...this.open.values()].find((one) => one.account === account && one.key === key)
    if (!order) return { isRefused: true }
    this.#end(order, "cancelled")
    return { isRefused: false, order: { ...order } }
  }

  cancelAll(account: string): Predicted {
    const own = [...this.open.values()].filter((one) => one.account === account)
    for (const order of own) this.#end(order, "cancelled")
    return { isRefused: false, cancelled: own.map(({ id }) => id).sort((one, other) => one - other) }
  }

  held(account: string, currency: string): bigint {
    let held = 0n
    for (const order of this.open.values()) {
      if (order.account !== account || (order.side === "buy" ? QUOTE : BASE) !== currency) continue
      held +=
        BigInt(order.quantity - order.executed) *
        (order.side === "buy" ? BigInt(order.price ?? 0) : 1n) *
        COIN
    }
    return held
  }

  available(account: string, wallet: string, currency: string): bigint {
    const total = this.totals.get(`${account} ${wallet} ${currency}`) ?? 0n
    if (wallet === "second" && currency === QUOTE) return total - (this.stakes.get(account) ?? 0n)
    return wallet === "funding" ? total - this.held(account, currency) : total
  }

  /** `[price, total]`, best first. */
  levels(side: PlainSide): [number, number][] {
    const levels = new Map<number, number>()
    for (const order of this.open.values())
      if (order.side === side && order.price !== undefined)
        levels.set(order.price, (levels.get(order.price) ?? 0) + order.quantity - order.executed)
    return [...levels].sort(([one], [other]) => (side === "buy" ? other - one : one - other))
  }

  #once(account: string, key: string, work: () => Predicted): Predicted {
    const name = `${account} ${key}`
    const known = this.#answers.get(name)
    if (known) return known
    const answer = work()
    // A refusal is not remembered: whoever sends the key again may be luckier.
    if (!answer.isRefused) this.#answers.set(name, answer)
    return answer
  }

  #place(asked: Placement): Predicted {
    const { account, key, side, price, quantity, isIoc, isPostOnly } = asked
    if (this.isPaused) return { isRefused: true }
    const makers = this.#makers(side, price)
    if (isPostOnly && makers.length > 0) return { isRefused: true }
    const needed = side === "sell" ? BigInt(quantity) * COIN : this.#cost(asked, makers)
    if (this.available(account, "funding", side === "buy" ? QUOTE : BASE) < needed) return { isRefused: true }
    const order: PlainOrder = {
      ...{ id: this.#nextId, account, key, side, price, quantity },
      ...{ executed: 0, executedQuote: 0n, fee: 0n, status: "new" },
    }
    this.#nextId += 1
    this.orders.set(order.id, order)
    for (const maker of makers) {
      if (order.executed === order.quantity) break
      if (maker.account === account) this.#end(maker, "expired-in-match")
      else this.#trade(maker, order)
    }
    if (order.executed < quantity && (isIoc || price === undefined)) this.#end(order, "expired")
    else if (order.executed < quantity) this.open.set(order.id, order)
    return { isRefused: false, order: { ...order } }
  }

  /** Whom it meets, best price first, earliest first. */
  #makers(side: PlainSide, price: number | undefined): PlainOrder[] {
    const reaches = (at: number) => price === undefined || (side === "buy" ? at <= price : at >= price)
    return [...this.open.values()]
      .filter((one) => one.side !== side && reaches(one.price ?? 0))
      .sort(
        (one, other) =>
          (side === "buy" ? 1 : -1) * ((one.price ?? 0) - (other.price ?? 0)) || one.id - other.id,
      )
  }

  /** What a buy holds: a limit order all at its price, one by market what its fills cost. */
  #cost({ account, price, quantity }: Placement, makers: readonly PlainOrder[]): bigint {
    if (price !== undefined) return BigInt(price) * BigInt(quantity) * COIN
    let [left, cost] = [quantity, 0n]
    for (const maker of makers) {
      if (maker.account === account) continue
      const lots = Math.min(left, maker.quantity - maker.executed)
      cost += BigInt(maker.price ?? 0) * BigInt(lots) * COIN
      left -= lots
    }
    return cost
  }

  #trade(maker: PlainOrder, taker: PlainOrder): void {
    const price = maker.price ?? 0
    const quantity = Math.min(maker.quantity - maker.executed, taker.quantity - taker.executed)
    this.trades.push({ maker: maker.id, taker: taker.id, price, quantity })
    for (const order of [maker, taker]) {
      const [goods, money] = [BigInt(quantity) * COIN, BigInt(price) * BigInt(quantity) * COIN]
      const received = order.side === "buy" ? goods : money
      const fee = (received * (order === maker ? FEES.maker : FEES.taker)) / COIN
      order.executed += quantity
      order.executedQuote += money
      order.fee += fee
      this.#add(order.account, "funding", BASE, order.side === "buy" ? goods - fee : -goods)
      this.#add(order.account, "funding", QUOTE, order.side === "buy" ? -money : money - fee)
      order.status = order.executed === order.quantity ? "filled" : "partly-filled"
      if (order.status === "filled") this.open.delete(order.id)
    }
  }

  #end(order: PlainOrder, status: string): void {
    order.status = status
    this.open.delete(order.id)
  }

  #add(account: string, wallet: string, currency: string, amount: bigint): void {
    const key = `${account} ${wallet} ${currency}`
    this.totals.set(key, (this.totals.get(key) ?? 0n) + amount)
  }
}

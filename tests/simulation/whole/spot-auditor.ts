/** The auditor of spot trading: an exchange of its own predicts each reply from the command log. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { OrderView } from "#server/engine/event.ts"
import type { FalseTables } from "./false-tables.ts"
import { BASE, COIN, PlainExchange, type Predicted, QUOTE } from "./plain-exchange.ts"
import { type ClientRows, must, textOfLevels, WholeAuditor } from "./whole-auditor.ts"
import type { WholeServer } from "./whole-server.ts"

const SIDES = ["buy", "sell"] as const

export class SpotAuditor extends WholeAuditor<Predicted> {
  protected readonly plain = new PlainExchange()
  readonly #instrument: string
  readonly #accounts: readonly string[]

  constructor(instrument: SpotInstrument, accounts: readonly string[]) {
    super(instrument, accounts)
    this.#instrument = instrument.id
    this.#accounts = accounts
  }

  override get isBegun(): boolean {
    return this.plain.totals.size > 0
  }

  protected override apply({ command }: Stamped): Predicted {
    const plain = this.plain
    switch (command.type) {
      case "order.place":
        return plain.place({
          account: command.account,
          key: command.clientOrderId ?? "",
          side: command.side,
          ...(command.price === undefined ? {} : { price: command.price }),
          quantity: command.quantity ?? 0,
          isIoc: command.timeInForce === "ioc",
          isPostOnly: command.postOnly === true,
        })
      case "order.cancel":
        return plain.cancel(command.account, command.clientOrderId ?? "")
      case "order.cancel-all":
        return plain.cancelAll(command.account)
      case "transfer":
        return plain.transfer(command)
      case "faucet.draw":
        for (const { currency, amount } of command.amounts) plain.fund(command.account, currency, amount)
        return { isRefused: false }
      default:
        return { isRefused: false }
    }
  }

  protected override compare(answer: Answer, predicted: Predicted, what: string): void {
    const said = answer.ok ? "done" : answer.problem.name
    must(answer.ok !== predicted.isRefused, `${what} is answered ${said}, and ought not to be`)
    if (!answer.ok || predicted.isRefused) return
    if ("order" in answer.value && predicted.order) {
      const [told, wanted] = [toldOrder(answer.value.order), plainOrder(predicted.order)]
      must(told === wanted, `${what} is answered ${told}, the rules say ${wanted}`)
    }
    if ("cancelled" in answer.value) {
      const told = [...answer.value.cancelled].sort((one, other) => one - other).join()
      must(told === predicted.cancelled?.join(), `${what} is told to have cancelled ${told}`)
    }
  }

  protected override checkTold(_server: WholeServer): void {
    // A spot market has nothing beside its book and its trades.
  }

  protected override checkHeld({ engine }: WholeServer): void {
    const levels = textOfLevels(
      SIDES.map((side) => engine.levels(this.#instrument, side).map(({ price, total }) => [price, total])),
    )
    must(levels === this.bookText(), `the engine's book is ${levels}, the rules say ${this.bookText()}`)
    // Asked for one by one, the ledger would open what nobody has.
    const balances = new Map(
      engine.state.ledger
        .accounts()
        .flatMap((account) =>
          account
            .balances()
            .map(({ wallet, currency, available, held }) => [
              `${account.id} ${wallet} ${currency}`,
              `${formatAmount(available)} + ${formatAmount(held)}`,
            ]),
        ),
    )
    for (const account of this.#accounts)
      for (const [wallet, currency] of wallets()) {
        const wanted = this.#balanceText(account, wallet, currency)
        const own = balances.get(`${account} ${wallet} ${currency}`) ?? "0 + 0"
        must(own === wanted, `${account} has ${own} of ${currency} in ${wallet}, the rules say ${wanted}`)
      }
  }

  /** What is stored: each order once and as it stands, money to the unit, each trade's two fills. */
  override checkTables(tables: FalseTables): void {
    const { orders, totals, trades } = this.plain
    const stored = [...tables.table("orders").values()]
    must(stored.length === orders.size, `${stored.length} orders are stored, there were ${orders.size}`)
    for (const row of stored) {
      const own = orders.get(Number(row.id))
      const text = [row.client_order_id, row.executed, row.executed_quote, row.charged, row.status].join(" ")
      const wanted = own && [own.key, own.executed, own.executedQuote, own.fee, own.status].join(" ")
      must(text === wanted, `order ${row.id} is stored as ${text}, the rules say ${wanted}`)
    }
    const fills = tables.table("fills").size
    must(fills === 2 * trades.length, `${fills} fills of ${trades.length} trades are stored`)
    const sums = new Map<string, bigint>()
    for (const [key, amount] of tables.balances) {
      const currency = key.split(" ")[1] ?? ""
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    }
    for (const [currency, sum] of sums) must(sum === 0n, `all accounts together have ${sum} of ${currency}`)
    for (const account of this.#accounts)
      for (const [wallet, currency] of wallets()) {
        const of = (part: string) => tables.balances.get(`${account}.${wallet}.${part} ${currency}`) ?? 0n
        const own = of("available") + of("held")
        const wanted = totals.get(`${account} ${wallet} ${currency}`) ?? 0n
        must(own === wanted, `${account} has ${own} of ${currency} stored, the rules say ${wanted}`)
      }
  }

  override stateText(account: string): string {
    const orders = [...this.plain.open.values()]
      .filter((order) => order.account === account)
      .map((order) => `${order.id} ${order.side} ${order.price ?? ""} ${order.executed}/${order.quantity}`)
    const balances = wallets().flatMap(([wallet, currency]) => {
      const text = this.#balanceText(account, wallet, currency)
      return text === "0 + 0" ? [] : [`${wallet} ${currency} ${text}`]
    })
    return [...orders.sort(), ...balances.sort()].join("; ")
  }

  protected override levels() {
    return SIDES.map((side) => this.plain.levels(side))
  }

  override wrongAtEnd(_account: string, _rows: ClientRows): string | undefined {
    return undefined
  }

  override clientText(rows: ClientRows): string {
    const own = rows("order").map(
      ({ id, side, price, executed, quantity }) => `${id} ${side} ${price} ${executed}/${quantity}`,
    )
    const money = rows("balance").flatMap(({ wallet, currency, available, held }) =>
      available === "0" && held === "0" ? [] : [`${wallet} ${currency} ${available} + ${held}`],
    )
    return [...own.sort(), ...money.sort()].join("; ")
  }

  #balanceText(account: string, wallet: string, currency: string): string {
    const total = this.plain.totals.get(`${account} ${wallet} ${currency}`) ?? 0n
    const available = this.plain.available(account, wallet, currency)
    return `${formatAmount(available as never)} + ${formatAmount((total - available) as never)}`
  }
}

const wallets = () =>
  (["funding", "contract", "second"] as const).flatMap((wallet) =>
    [BASE, QUOTE].map((currency) => [wallet, currency] as const),
  )

const toldOrder = ({
  id,
  clientOrderId,
  status,
  executed,
  executedQuote,
  charged,
  hold,
}: OrderView): string => [id, clientOrderId, status, executed, executedQuote, charged, hold].join(" ")

function plainOrder({
  id,
  key,
  status,
  executed,
  executedQuote,
  fee,
  price,
  quantity,
  side,
}: NonNullable<Extract<Predicted, { isRefused: false }>["order"]>): string {
  const isOpen = status === "new" || status === "partly-filled"
  const hold = isOpen ? BigInt(quantity - executed) * (side === "buy" ? BigInt(price ?? 0) : 1n) * COIN : 0n
  return [id, key, status, executed, executedQuote, fee, hold].join(" ")
}

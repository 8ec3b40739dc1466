/** D1–D5 once more, in the plainest way: every list is walked, nothing is cached. Says what each command answers and leaves. */

import type { Amount } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"

const USDT = 100_000_000n
const DAY = 86_400_000
const CHAINS = {
  tron: { credit: 20, final: 40, least: 1n * USDT, fee: 1n * USDT, out: 5n * USDT },
  ethereum: { credit: 12, final: 64, least: 1n * USDT, fee: 3n * USDT, out: 10n * USDT },
  bitcoin: { credit: 2, final: 6, least: 0n, fee: 0n, out: 0n },
} as const

interface Deposit {
  account: string
  address: string
  chain: keyof typeof CHAINS
  amount: bigint
  confirmations: number
  status: string
}
interface Withdrawal {
  account: string
  amount: bigint
  fee: bigint
  requested: number
  due: number
  isVerified: boolean
  approvals: Set<string>
  status: string
}
type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

export class CustodyOracle {
  readonly deposits = new Map<string, Deposit>()
  readonly withdrawals: Withdrawal[] = []
  readonly owed = new Map<string, bigint>()
  readonly frozen = new Set<string>()
  readonly costs = new Set<string>()
  isFrozen = false
  isStopped = false
  /** How often each answer was given. */
  readonly seen = new Map<string, number>()
  readonly #money: Map<string, bigint>

  /** `money`: who has what, by ledger name and currency; another oracle may keep it as well. */
  constructor(money = new Map<string, bigint>()) {
    this.#money = money
  }

  /** USDT of an account by its ledger name. */
  of(name: string): bigint {
    return this.#money.get(`${name} USDT`) ?? 0n
  }

  /** What may leave: nothing that a chain may still take back, and nothing that is on its way. */
  get room(): bigint {
    const inWallets = -this.of("custody")
    return inWallets - this.sum("in") - this.sum("notFinal") - this.sum("out") - this.sum("sending")
  }

  /** Name of the refusal, or `done`. `time`: of the command. */
  take(command: Command, time: number): string {
    for (const each of this.withdrawals)
      if (each.status === "waiting" && each.due <= time) {
        const isSmall = each.isVerified && each.amount < 10_000n * USDT
        each.status = isSmall && !this.#stops(each.account) && !this.#stopped() ? "approved" : "review"
      }
    const answer = this.#act(command, time)
    for (const [account, owed] of this.owed) {
      const repaid = [owed, this.#has(account)].reduce((one, other) => (one < other ? one : other))
      this.#add(account, -repaid)
      this.owed.set(account, owed - repaid)
    }
    this.seen.set(answer, (this.seen.get(answer) ?? 0) + 1)
    return answer
  }

  sum(what: "in" | "out" | "notFinal" | "sending" | "sentFees"): bigint {
    let sum = 0n
    for (const { status, amount } of this.deposits.values()) {
      if (what === "in" && ["seen", "confirming", "below-minimum"].includes(status)) sum += amount
      if (what === "notFinal" && status === "credited") sum += amount
    }
    for (const { status, amount, fee } of this.withdrawals) {
      if (what === "out" && status === "sent") sum += amount
      if (what === "sending" && status === "sending") sum += amount
      if (what === "sentFees" && status === "sent") sum += fee
    }
    return sum
  }

  heldBy(account: string): bigint {
    return this.withdrawals
      .filter((each) => each.account === account && /^(?:waiting|review|approved|sending)$/.test(each.status))
      .reduce((sum, { amount, fee }) => sum + amount + fee, 0n)
  }

  #has = (account: string): bigint => this.of(`${account}.funding.available`)
  #add = (account: string, amount: bigint): void => this.#move(`${account}.funding.available`, amount)
  #move(name: string, amount: bigint): void {
    this.#money.set(`${name} USDT`, this.of(name) + amount)
  }
  #stops = (account: string): string | undefined =>
    this.frozen.has(account)
      ? "ACCOUNT_FROZEN"
      : (this.owed.get(account) ?? 0n) > 0n
        ? "CLAIMS_OPEN"
        : undefined

  #stopped = (): string | undefined =>
    this.isStopped ? "TRANSFERS_STOPPED" : this.isFrozen ? "WITHDRAWALS_FROZEN" : undefined

  #act(command: Command, time: number): string {
    switch (command.type) {
      case "custody.seen":
        return this.#see(command)
      case "custody.confirmed":
        return this.#confirm(command)
      case "custody.vanished":
        return this.#lose(command)
      case "withdraw.request":
        return this.#request(command, time)
      case "user.freeze":
        if (command.isFrozen) this.frozen.add(command.account)
        else this.frozen.delete(command.account)
        return "done"
      case "withdrawals.freeze":
        this.isFrozen = command.isFrozen
        return "done"
      case "audit.stop":
      case "audit.resume":
        this.isStopped = command.type === "audit.stop"
        return "done"
      case "transfer":
        return this.#transfer(command)
      case "custody.cost": {
        if (this.costs.has(command.tx)) return "done"
        this.costs.add(command.tx)
        const free = this.of("fees") - this.sum("sentFees")
        const owed = lesser(this.room, command.amount)
        const added = command.isCovered ? lesser(owed - free, this.of("operator.capital")) : 0n
        if (added > 0n) {
          this.#move("operator.capital", -added)
          this.#move("fees", added)
        }
        const paid = lesser(owed, added > 0n ? free + added : free)
        this.#move("fees", -paid)
        this.#move("custody", paid)
        return "done"
      }
      default:
        return "id" in command ? this.#step(command as Of<"withdraw.send">) : "done"
    }
  }

  #see({ chain, tx, index, account, address, amount }: Of<"custody.seen">): string {
    const key = `${chain}:${tx}:${index}`
    const known = this.deposits.get(key)
    if (known && known.status !== "vanished" && known.status !== "reversed") return "done"
    if (known && known.amount !== amount) return "done"
    this.deposits.set(key, { account, address, chain, amount, confirmations: 0, status: "seen" })
    this.#move("custody", -amount)
    return "done"
  }

  #confirm({ chain, tx, index, confirmations }: Of<"custody.confirmed">): string {
    const deposit = this.deposits.get(`${chain}:${tx}:${index}`)
    if (!deposit || /vanished|reversed|final/.test(deposit.status)) return "done"
    const { credit, final, least } = CHAINS[chain]
    deposit.confirmations = confirmations > final ? final : confirmations
    if (deposit.status !== "credited") {
      deposit.status = confirmations > 0 ? "confirming" : "seen"
      if (confirmations >= credit) {
        deposit.status = "below-minimum"
        const there = [...this.deposits.values()].filter(
          (each) =>
            each.address === deposit.address && each.chain === chain && each.status === "below-minimum",
        )
        if (there.reduce((sum, { amount }) => sum + amount, 0n) >= least)
          for (const each of there) {
            each.status = "credited"
            this.#add(each.account, each.amount)
          }
      }
    }
    for (const each of this.deposits.values())
      if (each.status === "credited" && each.confirmations >= CHAINS[each.chain].final) each.status = "final"
    return "done"
  }

  #lose({ chain, tx, index }: Of<"custody.vanished">): string {
    const deposit = this.deposits.get(`${chain}:${tx}:${index}`)
    if (!deposit || /vanished|reversed|final/.test(deposit.status)) return "done"
    const { account, amount } = deposit
    this.#move("custody", amount)
    deposit.confirmations = 0
    if (deposit.status !== "credited") deposit.status = "vanished"
    else {
      deposit.status = "reversed"
      const taken = this.#has(account) < amount ? this.#has(account) : amount
      this.#add(account, -taken)
      this.owed.set(account, (this.owed.get(account) ?? 0n) + amount - taken)
    }
    return "done"
  }

  #request(command: Of<"withdraw.request">, time: number): string {
    const { account, amount, chain, identity } = command
    const { fee, out } = CHAINS[chain]
    const stopped = this.#stops(account)
    if (stopped) return stopped
    const closed = this.#stopped()
    if (closed) return closed
    if (amount < out) return "MIN_WITHDRAWAL"
    if (time < command.addressReadyAt && !command.hasSecondProof) return "ADDRESS_WAITING"
    if (time < command.restUntil) return "REST_AFTER_CHANGE"
    const used = this.withdrawals
      .filter((each) => each.account === account && each.requested > time - DAY)
      .filter(({ status }) => !/cancelled|rejected|failed/.test(status))
      .reduce((sum, each) => sum + each.amount, 0n)
    if (identity !== "verified" && used + amount > 1_000n * USDT) return "DAILY_LIMIT"
    if (amount + fee > this.#has(account)) return "INSUFFICIENT_BALANCE"
    const notFinal = [...this.deposits.values()]
      .filter((each) => each.account === account && each.status === "credited")
      .reduce((sum, each) => sum + each.amount, 0n)
    if (amount + fee > this.#has(account) - notFinal) return "NOT_FINAL"
    this.#add(account, -(amount + fee))
    this.withdrawals.push({
      ...{ account, amount, fee, requested: time, due: time + command.waitMs },
      ...{ isVerified: identity === "verified", approvals: new Set<string>(), status: "waiting" },
    })
    return "done"
  }

  #transfer({ account, from, to, amount }: Of<"transfer">): string {
    if (this.frozen.has(account)) return "ACCOUNT_FROZEN"
    if (from === "funding" && (this.owed.get(account) ?? 0n) > 0n) return "CLAIMS_OPEN"
    if (this.isStopped) return "TRANSFERS_STOPPED"
    if (this.of(`${account}.${from}.available`) < amount) return "INSUFFICIENT_BALANCE"
    this.#move(`${account}.${from}.available`, -amount)
    this.#move(`${account}.${to}.available`, amount)
    return "done"
  }

  /** What a withdrawal may do next, by its state: anything else changes nothing. */
  #step(command: { type: string; id: number; by?: string; account?: string }): string {
    const own = this.withdrawals[command.id - 1]
    if (!own || (command.account !== undefined && command.account !== own.account && !isOver(own.status)))
      return "UNKNOWN_WITHDRAWAL"
    const giveBack = (status: string) => {
      own.status = status
      this.#add(own.account, own.amount + own.fee)
      return "done"
    }
    const { type } = command
    if (type === "withdraw.cancel" && /^(?:waiting|review)$/.test(own.status)) return giveBack("cancelled")
    if (type === "withdraw.reject" && own.status === "review") return giveBack("rejected")
    if (type === "custody.failed" && own.status === "sending") return giveBack("failed")
    if (type === "custody.failed" && own.status === "sent") {
      this.#move("fees", -own.fee)
      return giveBack("failed")
    }
    if (type === "withdraw.approve" && own.status === "review" && !own.approvals.has(command.by ?? "")) {
      own.approvals.add(command.by ?? "")
      if (own.approvals.size === (own.amount > 50_000n * USDT ? 2 : 1)) own.status = "approved"
      return "done"
    }
    if (type === "withdraw.send" && own.status === "approved") {
      const stopped = this.#stops(own.account) ?? this.#stopped()
      if (stopped) return stopped
      if (own.amount > this.room) return "INSUFFICIENT_BALANCE"
      own.status = "sending"
      return "done"
    }
    if (type === "custody.sent" && own.status === "sending") {
      own.status = "sent"
      this.#move("fees", own.fee)
      return "done"
    }
    if (type === "custody.final" && own.status === "sent") {
      own.status = "final"
      this.#move("custody", own.amount)
      return "done"
    }
    return "WRONG_STATE"
  }
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const isOver = (status: string): boolean => /^(?:final|cancelled|rejected|failed)$/.test(status)

/** 1e-8 USDT of whole and tenths. */
export const usdt = (count: number): Amount => (BigInt(Math.round(count * 10)) * (USDT / 10n)) as Amount

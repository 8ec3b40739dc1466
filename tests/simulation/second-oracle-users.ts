/** What each user has, has open, has lost today and allows itself: the oracle's own count (O5). */

export interface OracleUser {
  available: bigint
  held: bigint
  open: number
  isFrozen: boolean
  limit: bigint | undefined
  /** `limit` undefined: none. */
  next: { limit: bigint | undefined; from: number } | undefined
  /** By UTC day. */
  days: Map<number, { lost: bigint; won: bigint }>
}
export type OracleUsers = UsersBooks

const DAY_MS = 24 * 60 * 60 * 1000

export class UsersBooks {
  readonly all = new Map<string, OracleUser>()
  readonly #waiting = new Set<OracleUser>()

  of(account: string): OracleUser {
    let user = this.all.get(account)
    if (!user) {
      const nothing = { available: 0n, held: 0n, open: 0, isFrozen: false }
      user = { ...nothing, limit: undefined, next: undefined, days: new Map() }
      this.all.set(account, user)
    }
    return user
  }

  dayOf(user: OracleUser, time: number): { lost: bigint; won: bigint } {
    return user.days.get(Math.floor(time / DAY_MS)) ?? { lost: 0n, won: 0n }
  }

  hold(account: string, stake: bigint): void {
    const user = this.of(account)
    user.available -= stake
    user.held += stake
    user.open += 1
  }

  settled(
    account: string,
    {
      stake,
      profit,
      paid,
      status,
      at,
    }: { stake: bigint; profit: bigint; paid: bigint; status: string; at: number },
  ): void {
    const user = this.of(account)
    user.held -= stake
    user.available += paid
    user.open -= 1
    const sums = this.dayOf(user, at)
    if (status === "lost") sums.lost += stake
    if (status === "won") sums.won += profit
    user.days.set(Math.floor(at / DAY_MS), sums)
  }

  limit(account: string, limit: bigint | undefined, time: number): void {
    const user = this.of(account)
    const isHigher = user.limit !== undefined && (limit === undefined || limit > user.limit)
    if (!isHigher) {
      user.limit = limit
      user.next = undefined
      this.#waiting.delete(user)
    } else if (!user.next || user.next.limit !== limit) {
      user.next = { limit, from: time + DAY_MS }
      this.#waiting.add(user)
    }
  }

  /** Limits that have waited long enough. */
  pass(time: number): void {
    for (const user of this.#waiting) {
      if (!user.next || user.next.from > time) continue
      user.limit = user.next.limit
      user.next = undefined
      this.#waiting.delete(user)
    }
  }
}

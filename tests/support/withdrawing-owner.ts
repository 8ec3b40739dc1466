/**
 * An owner in tests who changes passwords, address, authenticator and address book and asks for withdrawals, rightly and with a proof
 * that is wrong. Keeps of it what the rules of early payouts need (D3, E1), written a second time, and throws at the first answer that
 * they don't allow.
 */

import { Secret, TOTP } from "otpauth"
import { expect, vi } from "vitest"
import { PROBLEMS, type Withdrawal } from "#core/wire/index.ts"
import type { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { codeTo, get, mailsTo, type Person, post } from "./person.ts"
import {
  addressCodeOf,
  codeOf,
  deposited,
  fundsOf,
  type MovedServer,
  newKey,
  withdrawCodeOf,
} from "./withdrawer.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Credentials that changed, ms. */
const REST = 24 * HOUR
/** A new address, ms. */
export const ADDRESS_WAIT = 48 * HOUR
/** A withdrawal can be taken back, ms. */
export const CANCEL_WAIT = MINUTE
/** An address gets so many codes an hour, whatever the clock of the exchange says. */
const CODES = 6
/** Far more than it takes on a busy machine. */
const WITHIN = { timeout: 60_000, interval: 50 }
const ADDRESSES = ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"] as const

/** Where the owners are: a server with the waits above, whose clock is moved on. */
interface OwnersPlace {
  moved: MovedServer
  /** Epoch ms by the server's clock. */
  now(): number
  chance: SeededChance
  /** How often something came about, so that a run shows that it did. */
  told: Map<string, number>
}

/** A moment that lies between two looks at the clock. */
interface Span {
  from: number
  to: number
}

const PROOFS = ["code", "tradePassword", "totp", "other details"] as const
type Proof = (typeof PROOFS)[number]

/** Somebody and what they know of themselves: what may happen follows from that alone. */
export class WithdrawingOwner {
  readonly #place: OwnersPlace
  #codes = CODES
  #person: Person
  #changes = 0
  #tradePassword = ""
  #totp: string | undefined
  /** Withdrawals rest until then. */
  #rest: Span = { from: 0, to: 0 }
  readonly #book = new Map<number, { address: string; added: Span }>()
  readonly #asked = new Map<number, Span>()
  readonly #left = new Set<number>()

  constructor(person: Person, place: OwnersPlace) {
    this.#person = person
    this.#place = place
  }

  async act(): Promise<void> {
    const chance = this.#place.chance
    await chance.weighted<() => Promise<void>>([
      [6, async () => this.#place.moved.pass(this.#jump())],
      [0.7, () => this.#changePassword()],
      [0.5, () => this.#changeTradePassword()],
      [0.7, () => this.#switchTotp()],
      [0.7, () => this.#changeEmail()],
      [0.5, () => this.#forget()],
      [1, () => this.#addAddress()],
      [0.3, () => this.#removeAddress()],
      [6, () => this.#withdraw()],
      [2, () => this.#withdraw(chance.pick(PROOFS))],
      [1, () => this.#cancel()],
    ])()
    await this.#look()
  }

  /** Somebody who could withdraw, once the address has waited. */
  async begin(): Promise<void> {
    await this.#changeTradePassword()
    await this.#addAddress()
    if (this.#place.chance.happens(0.7))
      this.#place.moved.pass(ADDRESS_WAIT + this.#place.chance.whole(-2 * HOUR, HOUR))
  }

  /** All that was taken and not taken back leaves in the end. */
  async end(): Promise<void> {
    this.#place.moved.pass(CANCEL_WAIT)
    await vi.waitFor(async () => {
      for (const status of await this.#look()) expect(["final", "cancelled"]).toContain(status)
    }, WITHIN)
    this.#place.told.set("left", (this.#place.told.get("left") ?? 0) + this.#left.size)
  }

  #count(name: string): void {
    this.#place.told.set(name, (this.#place.told.get(name) ?? 0) + 1)
  }

  /** Whether it can ask for another code. */
  #asks(): boolean {
    this.#codes -= 1
    return this.#codes >= 0
  }

  #jump(): number {
    const chance = this.#place.chance
    return chance.weighted<() => number>([
      [3, () => chance.whole(1, 90 * MINUTE)],
      [2, () => REST + chance.whole(-2 * HOUR, HOUR)],
      [2, () => ADDRESS_WAIT + chance.whole(-2 * HOUR, HOUR)],
      [1, () => chance.whole(1, 60) * HOUR],
    ])()
  }

  /** The code of now, for once; "" where there is no authenticator. */
  #code(): string {
    if (this.#totp === undefined) return ""
    // Each counts once, and so does every earlier one.
    this.#place.moved.pass(MINUTE)
    return new TOTP({ secret: Secret.fromBase32(this.#totp) }).generate({ timestamp: this.#place.now() })
  }

  #newPassword(): string {
    this.#changes += 1
    return `a grey heron ${this.#person.user.user_id} ${this.#changes}`
  }

  async #spanOf<Value>(run: () => Promise<Value>): Promise<{ value: Value } & Span> {
    const from = this.#place.now()
    const value = await run()
    return { value, from, to: this.#place.now() }
  }

  /** A change that goes through, and that withdrawals rest after. */
  async #restAfter(name: string, run: () => Promise<{ code: number }>): Promise<void> {
    const { value, from, to } = await this.#spanOf(run)
    expect(value, name).toMatchObject({ code: 200 })
    this.#count(name)
    this.#rest = { from: Math.max(this.#rest.from, from + REST), to: Math.max(this.#rest.to, to + REST) }
  }

  async #changePassword(): Promise<void> {
    if (!this.#asks()) return
    const password = this.#newPassword()
    const code = await codeOf(this.#place.moved, this.#person, "password")
    const given = { old: this.#person.password, password, confirm: password, code, totp: this.#code() }
    await this.#restAfter("password", () => this.#person.post("/security/password", given))
    this.#person.password = password
  }

  async #changeTradePassword(): Promise<void> {
    if (!this.#asks()) return
    const password = this.#newPassword()
    const code = await codeOf(this.#place.moved, this.#person, "payPwd")
    const given = { login: this.#person.password, password, confirm: password, code, totp: this.#code() }
    const change = () => this.#person.post("/security/payPwd", given)
    // The first one changes nothing: without it nothing could be withdrawn.
    if (this.#tradePassword === "") expect(await change()).toMatchObject({ code: 200 })
    else await this.#restAfter("trade password", change)
    this.#tradePassword = password
  }

  async #switchTotp(): Promise<void> {
    if (!this.#asks()) return
    const { password: login } = this.#person
    if (this.#totp === undefined) {
      const code = await codeOf(this.#place.moved, this.#person, "totpOn")
      const { data } = await this.#person.post<{ secret: string }>("/security/totp", { login, code })
      this.#totp = data.secret
      const totp = this.#code()
      await this.#restAfter("totp on", () => this.#person.post("/security/totpConfirm", { totp }))
    } else {
      const given = { login, code: await codeOf(this.#place.moved, this.#person, "totp"), totp: this.#code() }
      await this.#restAfter("totp off", () => this.#person.post("/security/totpOff", given))
      this.#totp = undefined
    }
  }

  async #changeEmail(): Promise<void> {
    if (!this.#asks()) return
    this.#changes += 1
    const email = `moved${this.#person.user.user_id}x${this.#changes}@example.org`
    const ownCode = await codeOf(this.#place.moved, this.#person, "changeEmail")
    this.#place.moved.pass(MINUTE)
    expect(await this.#person.post("/security/sendCode", { purpose: "email", account: email })).toMatchObject(
      {
        code: 200,
      },
    )
    const code = await codeTo(this.#place.moved.server, email)
    const given = { email, ownCode, code, login: this.#person.password, totp: this.#code() }
    await this.#restAfter("email", () => this.#person.post("/security/email", given))
    this.#person.account = email
    this.#codes = CODES
  }

  async #forget(): Promise<void> {
    const { account } = this.#person
    const password = this.#newPassword()
    const seen = (await mailsTo(this.#place.moved.server, account)).length
    this.#place.moved.pass(MINUTE)
    await post(this.#place.moved.server, "/security/sendCode", { purpose: "forget", account })
    const code = await codeTo(this.#place.moved.server, account, seen)
    const given = { account, code, password, confirm: password, totp: this.#code() }
    await this.#restAfter("forgotten", () => post(this.#place.moved.server, "/login/forget", given))
    const begun = await post<{ token: string }>(this.#place.moved.server, "/login/index", {
      account,
      password,
      totp: this.#code(),
    })
    expect(begun).toMatchObject({ code: 200 })
    const { token } = begun.data
    const { server } = this.#place.moved
    this.#person = {
      ...{ ...this.#person, password, token },
      get: (path) => get(server, path, token),
      post: (path, body = {}) => post(server, path, body, token),
    }
  }

  async #addAddress(): Promise<void> {
    const free = ADDRESSES.filter(
      (address) => ![...this.#book.values()].some((entry) => entry.address === address),
    )
    const [address] = free
    if (address === undefined || !this.#asks()) return
    const entry = { currency: "USDT", chain: "tron", address }
    const given = {
      ...entry,
      remark: "",
      code: await addressCodeOf(this.#place.moved, this.#person, entry),
      totp: this.#code(),
    }
    if (given.totp === "") Reflect.deleteProperty(given, "totp")
    const { value, from, to } = await this.#spanOf(() =>
      this.#person.post<{ id: number }>("/assets/addAddress", given),
    )
    expect(value).toMatchObject({ code: 200 })
    this.#book.set(value.data.id, { address, added: { from, to } })
  }

  async #removeAddress(): Promise<void> {
    const [id] = this.#book.keys()
    if (id === undefined) return
    expect(await this.#person.post("/assets/removeAddress", { id })).toMatchObject({ code: 200 })
    this.#book.delete(id)
  }

  /** With all proofs, or with one that is wrong. */
  async #withdraw(wrong?: Proof): Promise<void> {
    const entries = [...this.#book]
    const [id, entry] = entries[this.#place.chance.whole(0, entries.length - 1)] ?? []
    if (id === undefined || entry === undefined || !this.#asks()) return
    if (Number((await fundsOf(this.#person)).available) < 100)
      await deposited(this.#place.moved, this.#person)
    const details = {
      currency: "USDT",
      chain: "tron",
      address: id,
      amount: String(this.#place.chance.whole(5, 40)),
    }
    const code = await withdrawCodeOf(this.#place.moved, this.#person, details)
    const digits = (right: string) => (right === "000000" ? "000001" : "000000")
    const totp = this.#code()
    const given = {
      ...{ ...details, tradePassword: this.#tradePassword, code, key: newKey() },
      ...(totp !== "" && { totp }),
      ...(wrong === "code" && { code: digits(code) }),
      ...(wrong === "tradePassword" && { tradePassword: this.#person.password }),
      ...(wrong === "totp" && { totp: digits(totp) }),
      ...(wrong === "other details" && { amount: "41" }),
    }
    const { value, from, to } = await this.#spanOf(() =>
      this.#person.post<Withdrawal>("/assets/withdraw", given),
    )
    const isProven = wrong === undefined || (wrong === "totp" && this.#totp === undefined)
    if (value.code === 200) {
      expect(isProven, `taken with a wrong ${wrong}`).toBe(true)
      expect(to, "taken while withdrawals rest").toBeGreaterThanOrEqual(this.#rest.from)
      if (this.#totp === undefined)
        expect(to, "taken to an address that waits").toBeGreaterThanOrEqual(entry.added.from + ADDRESS_WAIT)
      this.#asked.set(value.data.id, { from, to })
      this.#count("taken")
      return
    }
    if (!isProven) this.#count(`refused for ${wrong}`)
    else if (value.code === PROBLEMS.REST_AFTER_CHANGE) {
      expect(from).toBeLessThan(this.#rest.to)
      this.#count("rests")
    } else if (value.code === PROBLEMS.ADDRESS_WAITING) {
      expect(this.#totp).toBeUndefined()
      expect(from).toBeLessThan(entry.added.to + ADDRESS_WAIT)
      this.#count("address waits")
    } else expect([PROBLEMS.DAILY_LIMIT, PROBLEMS.WAIT]).toContain(value.code)
  }

  async #cancel(): Promise<void> {
    const [id] = [...this.#asked.keys()].slice(-1)
    if (id !== undefined) await this.#person.post("/assets/cancelWithdraw", { id })
  }

  /** What is listed was taken, and what has left could no longer be taken back. */
  async #look(): Promise<string[]> {
    const { data } = await this.#person.get<{ rows: Withdrawal[] }>("/assets/withdrawals?limit=20")
    const now = this.#place.now()
    for (const { id, status } of data.rows) {
      const asked = this.#asked.get(id)
      expect(asked, `withdrawal ${id} was never taken`).toBeDefined()
      if (!["sending", "sent", "final"].includes(status) || !asked) continue
      expect(now, `withdrawal ${id} has left`).toBeGreaterThanOrEqual(asked.from + CANCEL_WAIT)
      this.#left.add(id)
    }
    return data.rows.map(({ status }) => status)
  }
}

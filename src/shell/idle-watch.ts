/**
 * Logs out who has used no tab of this device for as long as they chose: by a press, a key or a wheel. A page that is opened
 * after that time, or wakes with its machine, ends the session, and the press that woke it does nothing else.
 */

/** Uses are noted no oftener, and looked at as often. */
const NOTE_EVERY_MS = 5000
const MINUTE_MS = 60_000
/** What may do something, an order say, and what only moves the page. */
const ACTS = ["pointerdown", "keydown", "click"] as const
const MOVES = ["wheel", "touchstart"] as const

export interface IdleParts {
  /** Epoch ms. */
  now(): number
  /** 0: nobody is logged out. */
  minutes(): number
  isLoggedIn(): boolean
  /** When some tab was used last; undefined: that isn't known. */
  used(): number | undefined
  noteUse(now: number): void
  leave(): void
}

export class IdleWatch {
  readonly #parts: IdleParts
  #notedAt = Number.NEGATIVE_INFINITY

  constructor(parts: IdleParts) {
    this.#parts = parts
  }

  /** Listens and looks for as long as the page lives. */
  start(): void {
    for (const type of ACTS) addEventListener(type, (event) => this.act(event), { capture: true })
    for (const type of MOVES) addEventListener(type, () => this.use(), { capture: true, passive: true })
    setInterval(() => this.look(), NOTE_EVERY_MS)
    this.look()
  }

  /** A session has begun, or a page has come with one: a use, unless it comes too late. */
  began(): void {
    this.use()
  }

  /** Who comes back after the time ends the session by the first press, not by the next look, and by that alone. */
  act(event: Pick<Event, "preventDefault" | "stopImmediatePropagation">): void {
    if (!this.use()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  /** True: it comes too late. */
  use(): boolean {
    const { now, isLoggedIn, noteUse } = this.#parts
    if (this.look()) return true
    if (!isLoggedIn() || Math.abs(now() - this.#notedAt) < NOTE_EVERY_MS) return false
    this.#notedAt = now()
    noteUse(this.#notedAt)
    return false
  }

  /** True: the time was over, and the user is being logged out. */
  look(): boolean {
    const { now, minutes, isLoggedIn, used, leave } = this.#parts
    const last = used()
    if (minutes() === 0 || !isLoggedIn() || last === undefined) return false
    if (now() - last < minutes() * MINUTE_MS) return false
    leave()
    return true
  }
}

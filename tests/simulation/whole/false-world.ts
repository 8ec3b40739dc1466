/**
 * Time, chance and turns of a simulated world: one queue of events, each of which runs to its end before the next one
 * begins. What a process has still in the queue when it is killed never happens.
 */

import type { Clock } from "#server/exchange/exchange.ts"
import { SeededChance } from "../seeded-chance.ts"

/** Whose events they are: a process that can be killed. */
export interface Scope {
  isDead: boolean
}

interface Event {
  at: number
  n: number
  scope: Scope
  run: (() => void) | undefined
}

const GLOBALS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate"] as const
const realImmediate = globalThis.setImmediate
/** Promises and ticks that one event sets off, each behind the next, are run between two turns of the real loop. */
const nextTurn = () => new Promise<void>((resolve) => realImmediate(resolve))

/** What happens outside of every process. */
const NATURE: Scope = { isDead: false }

export class FalseWorld {
  readonly chance: SeededChance
  /** Ms since the beginning; never set. */
  now = 0
  /** Whose event runs now. */
  scope: Scope = NATURE
  events = 0
  #queue: Event[] = []
  #n = 0

  constructor(seed: number) {
    this.chance = new SeededChance(seed)
  }

  /** Runs once after `ms`, as part of whoever asks. Answers how to call it off. */
  after(ms: number, run: () => void, scope: Scope = this.scope): () => void {
    this.#n += 1
    const event: Event = { at: this.now + Math.max(0, ms), n: this.#n, scope, run }
    push(this.#queue, event)
    return () => {
      event.run = undefined
    }
  }

  /** Something that no process does: it happens whoever is killed. */
  nature(ms: number, run: () => void): void {
    this.after(ms, run, NATURE)
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Runs what happens until then. */
  async run(until: number): Promise<void> {
    for (;;) {
      const next = this.#queue[0]
      if (!next || next.at > until) break
      pop(this.#queue)
      if (next.scope.isDead || !next.run) continue
      this.now = next.at
      this.scope = next.scope
      this.events += 1
      next.run()
      await nextTurn()
    }
    this.scope = NATURE
    this.now = until
  }

  /** Within it the timers of the language are those of this world. */
  async within(work: () => Promise<void>): Promise<void> {
    const before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
    const chance = Math.random
    const timer = (run: () => void, ms = 0) => handle(this.after(ms, run))
    const timers: Record<(typeof GLOBALS)[number], unknown> = {
      setTimeout: timer,
      setInterval: (run: () => void, ms: number) => this.#every(ms, run),
      setImmediate: (run: () => void) => timer(run),
      clearTimeout: (one?: Handle) => one?.callOff(),
      clearInterval: (one?: Handle) => one?.callOff(),
    }
    for (const name of GLOBALS)
      Object.defineProperty(globalThis, name, { value: timers[name], configurable: true, writable: true })
    const own = new SeededChance(this.chance.whole(0, 2 ** 31))
    Math.random = () => own.fraction()
    try {
      await work()
    } finally {
      Math.random = chance
      for (const [name, value] of before) if (value) Object.defineProperty(globalThis, name, value)
    }
  }

  #every(ms: number, run: () => void): Handle {
    let callOff: () => void = () => undefined
    const again = () => {
      callOff = this.after(ms, () => {
        again()
        run()
      })
    }
    again()
    return handle(() => callOff())
  }
}

interface Handle {
  callOff(): void
  unref(): Handle
  ref(): Handle
}

const handle = (callOff: () => void): Handle => {
  const own: Handle = { callOff, unref: () => own, ref: () => own }
  return own
}

/** A machine's wall clock: it can be set, and stand. Nobody sets `elapsed`. */
export class FalseClock implements Clock {
  readonly #world: FalseWorld
  #ahead: number
  #stoodAt: number | undefined

  /** `begins`: what it shows as the world begins, epoch ms. */
  constructor(world: FalseWorld, begins: number) {
    this.#world = world
    this.#ahead = begins
  }

  readonly now = (): number => Math.floor(this.#stoodAt ?? this.#world.now + this.#ahead)
  readonly elapsed = (): number => this.#world.now
  readonly after = (ms: number, run: () => void): (() => void) => this.#world.after(ms, run)
  readonly soon = (run: () => void): (() => void) => this.#world.after(0, run)

  jump(ms: number): void {
    this.#ahead += ms
  }

  /** Stands until it is let go. */
  stand(): void {
    this.#stoodAt ??= this.now()
  }

  /** Goes on from where it stood; the time between is lost to it. */
  goOn(): void {
    if (this.#stoodAt === undefined) return
    this.#ahead = this.#stoodAt - this.#world.now
    this.#stoodAt = undefined
  }
}

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.n < other.n)

function push(heap: Event[], event: Event): void {
  let place = heap.length
  heap.push(event)
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(event, parent)) break
    heap[place] = parent
    place = above
  }
  heap[place] = event
}

function pop(heap: Event[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let place = 0
  for (;;) {
    let below = 2 * place + 1
    let child = heap[below]
    const right = heap[below + 1]
    if (right && child && isBefore(right, child)) {
      below += 1
      child = right
    }
    if (!child || !isBefore(child, last)) break
    heap[place] = child
    place = below
  }
  heap[place] = last
}

/** A server of a fleet with its keeper: whenever it ends, another one is started on the same port, as systemd would. */

import { setTimeout as pause } from "node:timers/promises"
import { type SakerSetup, startSaker } from "#tests/support/saker-process.ts"

const AGAIN_AFTER_MS = 500
const LOOK_MS = 50
const ANSWERS_WITHIN_MS = 2000
/** Of what ended ones have printed, characters. */
const KEPT_MAX = 6000

export class KeptProcess {
  readonly name: string
  readonly url: string
  readonly #setup: SakerSetup
  #pid = 0
  #starts = 0
  #isOver = false
  #kept: Promise<void> | undefined
  #output = () => ""
  #before = ""

  /** @param setup with its port */
  constructor(name: string, setup: SakerSetup & { port: number }) {
    this.name = name
    this.#setup = setup
    this.url = `http://127.0.0.1:${setup.port}`
  }

  start(): void {
    this.#kept = this.#keep()
  }

  /** What it and those before it have printed last. */
  said(): string {
    return this.#before + this.#output()
  }

  /** Of `/healthz`; 0: no answer. */
  async status(): Promise<number> {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const answer = await fetch(`${this.url}/healthz`, { signal }).catch(() => undefined)
    return answer?.status ?? 0
  }

  signal(name: NodeJS.Signals): void {
    try {
      if (this.#pid !== 0) process.kill(this.#pid, name)
    } catch {
      // Ended already.
    }
  }

  /** Resolves when it has been started once more. */
  async nextStart(): Promise<void> {
    const before = this.#starts
    while (this.#starts === before && !this.#isOver) await pause(LOOK_MS)
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.signal("SIGCONT")
    this.signal("SIGKILL")
    await this.#kept
  }

  async #keep(): Promise<void> {
    while (!this.#isOver) {
      try {
        const saker = await startSaker({
          ...this.#setup,
          waits: true,
          onSpawn: (pid) => {
            this.#pid = pid
            this.#starts += 1
          },
          onOutput: (output) => {
            this.#output = output
          },
        })
        await saker.ended()
      } catch {
        // It ended before it was ready; what it said is told at the end, where something is wrong.
      }
      this.#before = `${this.said()}\n(ended)\n`.slice(-KEPT_MAX)
      this.#output = () => ""
      await pause(AGAIN_AFTER_MS)
    }
  }
}

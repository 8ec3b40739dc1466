/** Sends messages to people through one adapter: SMTP, SMS, or the sandbox's mailbox. */

export interface OutgoingMessage {
  /** E-mail address, or `+` and digits for a text message. */
  to: string
  channel: "email" | "phone"
  subject: string
  /** Plain text. */
  text: string
}

export interface Carrier {
  /** Rejects when it could not be handed over. */
  deliver(message: OutgoingMessage): Promise<void>
  close(): Promise<void>
}

/** Hands each message to the carrier of its channel; one without a carrier is a failure, never a silence. */
export function byChannel(carriers: Record<OutgoingMessage["channel"], Carrier | undefined>): Carrier {
  return {
    deliver: async (message) => {
      const carrier = carriers[message.channel]
      if (!carrier) throw new Error(`nothing carries messages by ${message.channel}`)
      await carrier.deliver(message)
    },
    close: async () => {
      for (const carrier of new Set(Object.values(carriers))) await carrier?.close()
    },
  }
}

/** Messages that may wait; beyond them new ones are dropped and counted, rather than filling the memory. */
const WAITING_MAX = 1000
const TRIES = 4
const RETRY_MS = 2000

type Done = (isDelivered: boolean) => void

interface MessengerParts {
  carrier: Carrier
  onFailure(error: unknown, message: OutgoingMessage): void
}

/**
 * Sends in the background, one after the other: no caller waits for a mail server, and no answer tells by its time
 * whether there was anything to send.
 */
export class Messenger {
  readonly #parts: MessengerParts
  readonly #waiting: { message: OutgoingMessage; done: Done }[] = []
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(parts: MessengerParts) {
    this.#parts = parts
  }

  /** `done` hears whether the carrier took it in the end. */
  send(message: OutgoingMessage, done: Done = () => undefined): void {
    if (this.#isClosed || this.#waiting.length >= WAITING_MAX) {
      this.#parts.onFailure(new Error("too many messages wait"), message)
      done(false)
      return
    }
    this.#waiting.push({ message, done })
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Gives what waits a last try. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
    await this.#parts.carrier.close()
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.done(await this.#deliver(next.message))
    }
  }

  async #deliver(message: OutgoingMessage): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#parts.carrier.deliver(message)
        return true
      } catch (error) {
        if (attempt >= TRIES || this.#isClosed) {
          this.#parts.onFailure(error, message)
          return false
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** (attempt - 1)).unref())
      }
    }
  }
}

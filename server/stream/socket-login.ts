/** Whose private messages come on a connection: the last `auth` counts, however late the others are answered. */

import type { ClientMessage, ProblemName, Result } from "#core/wire/index.ts"

/** What a client says with `auth`. */
export type Auth = Extract<ClientMessage, { type: "auth" }>["data"]

interface Watched {
  userId: number
  stop(): void
}

/** Whose session or API key that is; `onEnd` is called once when it ends, until `stop`. */
export type WatchLogin = (
  said: Auth,
  address: string,
  onEnd: () => void,
) => Promise<Result<Watched, ProblemName>>

interface SocketLoginParts {
  address: string
  watch: WatchLogin
  /** Private messages may come from now on. */
  onLogin(userId: number, since: number | undefined): void
  /** They may not. */
  onLogout(): void
  /** The session or key has ended by itself. */
  onEnded(): void
  onRefused(problem: ProblemName): void
  onFailure(error: unknown): void
}

export class SocketLogin {
  readonly #parts: SocketLoginParts
  #watched: Watched | undefined
  /** Counts what the client said with `auth`. */
  #turn = 0

  constructor(parts: SocketLoginParts) {
    this.#parts = parts
  }

  /** Replaces the login there was, even when this one fails. An empty token logs out. */
  async begin(said: Auth): Promise<void> {
    this.end()
    if ("token" in said && said.token === "") return
    const turn = this.#turn
    const { watch, address, onLogin, onEnded, onRefused, onFailure } = this.#parts
    let hasEnded = false
    const onEnd = () => {
      hasEnded = true
      if (this.#watched === undefined || turn !== this.#turn) return
      this.end()
      onEnded()
    }
    let found: Result<Watched, ProblemName>
    try {
      found = await watch(said, address, onEnd)
    } catch (error) {
      onFailure(error)
      if (turn === this.#turn) onRefused("INTERNAL")
      return
    }
    if (turn !== this.#turn) {
      if (found.ok) found.value.stop()
    } else if (!found.ok) onRefused(found.problem.name)
    else if (hasEnded) onRefused("SESSION")
    else {
      this.#watched = found.value
      onLogin(found.value.userId, said.since)
    }
  }

  end(): void {
    this.#turn += 1
    this.#watched?.stop()
    this.#watched = undefined
    this.#parts.onLogout()
  }
}

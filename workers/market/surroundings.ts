/** What the worker uses of the world: clock, timers, chance, sockets, calls. Handed in, so that tests can fake them. */

/** The little of a WebSocket that is used; handlers are properties, so that a fake is a plain object. */
export interface SocketLike {
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number
  /** What the server agreed to; empty or left out: nothing. */
  readonly protocol?: string
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
}

export interface AnswerLike {
  ok: boolean
  status: number
  json(): Promise<unknown>
}

export interface CallSettings {
  headers: Record<string, string>
  signal: AbortSignal
}

export interface Surroundings {
  /** Epoch ms by the local clock; never falls (forward-clock.ts). */
  now(): number
  /** By so many ms {@link now} is ahead of the device's clock, which the page goes by: so far that one was set back. */
  ahead(): number
  setTimer(run: () => void, afterMs: number): number
  clearTimer(timer: number): void
  /** 0 … 1, for jitter only. */
  random(): number
  openSocket(url: string): SocketLike
  fetch(url: string, settings: CallSettings): Promise<AnswerLike>
}

/** Time limit of a request, and of opening the socket. */
export const NETWORK_TIMEOUT_MS = 60_000

/** What of the world does the worker use? Handed in, so that tests bring a false clock, a false socket and false calls. */

/** The little of a WebSocket that is used; handlers are properties, so that a fake is a plain object. */
export interface SocketLike {
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number
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
  /** Epoch ms, local clock. */
  now(): number
  setTimer(run: () => void, afterMs: number): number
  clearTimer(timer: number): void
  /** 0 … 1, for jitter only. */
  random(): number
  openSocket(url: string): SocketLike
  fetch(url: string, settings: CallSettings): Promise<AnswerLike>
}

/** The seed's network time limit for request and socket (seed.md section 9). */
export const NETWORK_TIMEOUT_MS = 60_000

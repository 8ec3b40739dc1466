/** Messages between the three processes of the fan-out figure: plain data over the process channel. */

export type FanoutVariant = "saker" | "bare"

/** To the server process. */
export type ToServer =
  | { type: "listen"; variant: FanoutVariant; clients: number; recording: string }
  | { type: "run"; rounds: number }
  | { type: "arrived" }
  | { type: "stop" }

/** From the server process. */
export type FromServer =
  | { type: "listening"; port: number }
  | { type: "ready" }
  /** All is written: so many bytes should have arrived. `books` by market: what its last state is. */
  | { type: "written"; bytes: number; books: Record<string, FanoutBook> }
  | { type: "ran"; seconds: number; cpuSeconds: number }

export interface FanoutBook {
  seq: number
  checksum: number
  lastTrade: number
  levels: number
}

/** To the clients' process. */
export type ToClients =
  | {
      type: "open"
      port: number
      clients: number
      recording: string
      variant: FanoutVariant
      /** The deliberate fault: a client loses one delta, and the proof must find it. */
      dropDelta: boolean
    }
  | { type: "measure" }
  | { type: "expect"; bytes: number; books: Record<string, FanoutBook> }
  | { type: "stop" }

/** From the clients' process. */
export type FromClients =
  | { type: "open" }
  | { type: "measuring" }
  | { type: "arrived" }
  | { type: "judged"; messages: number; frames: number; bytes: number; faults: string[] }

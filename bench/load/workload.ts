/** What is sent? Workload W1: its markets, its mix and its names, the same for every variant and on every day. */

/** Rises whenever what is sent changes: figures of different workloads aren't compared. */
export const WORKLOAD_VERSION = "W1.1"
export const MARKET_COUNT = 500
/** The market whose book, trades and candles are on screen. */
export const ACTIVE_ID = "BTC_USDT"
/** The market whose last price carries the number of a probe; nothing else is sent of it. */
export const PROBE_ID = "ETH_USDT"
export const QUOTE = "USDT"
/** Share of each kind of message, by its upper bound in 0 … 1. */
export const MIX = { ticker: 0.6, depth: 0.85, trade: 1 } as const
/** Messages until the stream begins anew, with new sequences, ids and times. */
export const LAP = 100_000
/** A probe price is this plus the probe's number, in ticks of 0.01: probe 7 is "1000.07". */
export const PROBE_BASE = 100_000

/** Version, and a hash of the first lap's bytes where it has been made. */
export const workloadId = (): string => WORKLOAD_VERSION

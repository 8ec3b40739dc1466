/** Where each measure lives, in the order of the full run. */

export const MEASURES = {
  "sustained-single": "./figures/sustained-single.ts",
  "sustained-coalesced": "./figures/sustained-coalesced.ts",
  "main-thread-384k": "./figures/main-thread-384k.ts",
  "main-thread-8k": "./figures/main-thread-8k.ts",
  "latency-1k": "./figures/latency-1k.ts",
  overload: "./figures/overload.ts",
  recovery: "./figures/recovery.ts",
  "commit-30-rows": "./peers/commit-30-rows.ts",
  "chart-100k": "./peers/chart-100k.ts",
  "book-20": "./peers/book-20.ts",
  "switch-symbol": "./server/switch-symbol.ts",
  reconnect: "./server/reconnect.ts",
  heap: "./figures/heap.ts",
  "contract-desk": "./server/contract-desk.ts",
  "second-desk": "./server/second-desk.ts",
  "initial-js": "./figures/initial-js.ts",
  "fan-out": "./server/fan-out.ts",
  matching: "./server/matching.ts",
  "mark-tick": "./server/mark-tick.ts",
  crash: "./server/crash.ts",
  "second-settle": "./server/second-settle.ts",
  "exchange-submit": "./server/exchange-submit.ts",
  "login-timing": "./server/login-timing.ts",
  "order-http": "./server/order-http.ts",
} as const
export type MeasureName = keyof typeof MEASURES

/** Which unit tests run? Everything beside its file, and the tests that need no browser. */

import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { LongestFirst } from "./tests/support/longest-first.ts"
import { steadyWasm } from "./tools/steps.mjs"

/** What they test is a state of the whole page (its stores, its one server): each file needs modules of its own. */
const KEEP_STATE = [
  "src/{api,stores,shell,places,page-head,amounts,lists,order-news,user}/**/*.test.ts",
  "src/{panels,ticket}/**/{transferring,order-sending}.test.ts",
]

/** Of the server: functions and classes that start nothing, and of which no module holds a state. */
const WITHOUT_STATE = ["server/engine/**/*.test.ts"]
const PURE = ["{core,workers,src}/**/*.test.ts", ...WITHOUT_STATE]

/** Kills and stops at every write, long random runs, floods, peers and venues: `npm run verify` has them, `npm test` not. */
const LONG = [
  "bench/**/*.test.ts",
  "server/custody/evm/evm-custody.test.ts",
  "server/feed/ccxt/{ccxt-dialects,ccxt-troubles,live-server}.test.ts",
  "server/feed/simulated/generated-history.test.ts",
  "server/start/{gateway-candles,log-scan,log-secrets}.test.ts",
  "server/time-machine/machine-hours.test.ts",
  "server/self-audit/self-audit.test.ts",
  "server/storage/{checkpoints,storage}.test.ts",
  "server/storage/pages/check-pages.test.ts",
  "server/stream/thousand-lines.test.ts",
  "server/user/hostile-uploads.test.ts",
  "src/panels/chart/long-history.test.ts",
  // One that sells a balance twice and one stopped at every write stay: the others differ by what they kill, and when.
  "tests/faults/!(ai-crashes|one-balance).test.ts",
  "tests/simulation/{flipped-bits,funding-moments,node-versions,planted-ai-faults,planted-contract-faults,planted-custody-faults,planted-risk-faults,planted-second-faults,price-gaps,seconds-long}.test.ts",
  "tests/simulation/whole/{false-tables,planted-whole-faults}.test.ts",
  "tests/wire/{binance-access,binance-ccxt-methods,binance-ccxt-streams,binance-maker,book-sequence,ccxt-saker,hostile-client,private-slow,typed-client,verify-second}.test.ts",
]
const LEFT_OUT = process.env.SAKER_TESTS === "short" ? LONG : []

/** For tests that start no server, process or database: what hangs among them is reported sooner. */
const WITHOUT_SERVERS_MS = 90_000

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: PURE,
          exclude: [...KEEP_STATE, ...LEFT_OUT],
          // A process and fresh modules for each file took five times as long as what they test.
          isolate: false,
          testTimeout: WITHOUT_SERVERS_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [
            ...KEEP_STATE,
            "{server,bench}/**/*.test.ts",
            "tests/{tidy,wire,fuzz,simulation,cases,faults}/**/*.test.ts",
          ],
          exclude: [...WITHOUT_STATE, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          // Components: their effects and events run, in a simulated DOM.
          name: "page",
          include: ["src/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["tests/support/page-setup.ts"],
          testTimeout: WITHOUT_SERVERS_MS,
        },
      },
    ],
    environment: "node",
    sequence: { sequencer: LongestFirst },
    // Most of the long ones wait: for a server's start, a heartbeat, a database. One core less than there are, the
    // usual, leaves two cores idle half of the time.
    maxWorkers: Math.max(3, availableParallelism()),
    retry: 0,
    execArgv: [...steadyWasm],
    // They end what hangs and judge no speed: a busy machine starts a server in a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

/** Which unit tests run? Everything beside its file, and the tests that need no browser. */

import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { LongestFirst } from "./tests/support/longest-first.ts"

/** What they test is a state of the whole page (its stores, its one server): each file needs modules of its own. */
const KEEP_STATE = "src/{api,stores,app}/**/*.test.{ts,tsx}"

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["{core,workers,src}/**/*.test.{ts,tsx}"],
          exclude: [KEEP_STATE],
          // A process and fresh modules for each file took five times as long as what they test.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [
            KEEP_STATE,
            "{server,bench}/**/*.test.ts",
            "tests/{tidy,wire,simulation,cases,faults}/**/*.test.ts",
          ],
        },
      },
    ],
    environment: "node",
    sequence: { sequencer: LongestFirst },
    // Most of the long ones wait: for a server's start, a heartbeat, a database. One core less than there are, the
    // usual, leaves two cores idle half of the time.
    maxWorkers: Math.max(3, availableParallelism()),
    // As in playwright.config.ts: for the shared machine of CI, never at home.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

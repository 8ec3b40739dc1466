/** Which unit tests run? Everything beside its file, and the tests that need no browser. */

import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "{core,workers,src,server,bench}/**/*.test.{ts,tsx}",
      "tests/{tidy,wire,simulation,cases,faults}/**/*.test.ts",
    ],
    environment: "node",
    // Most of the long ones wait: for a server's start, a heartbeat, a database. One core less than there are, the
    // usual, leaves two cores idle half of the time.
    maxWorkers: Math.max(3, availableParallelism()),
    // As in playwright.config.ts: for the shared machine of CI, never at home.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

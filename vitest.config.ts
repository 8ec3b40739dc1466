/** Which unit tests run? Everything beside its file, and the tests that need no browser. */

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "{core,workers,src,server,bench}/**/*.test.{ts,tsx}",
      "tests/{tidy,wire,simulation,cases,faults}/**/*.test.ts",
    ],
    environment: "node",
    // As in playwright.config.ts: for the shared machine of CI, never at home.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

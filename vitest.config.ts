/** Which unit tests run? Everything beside its file, and the tests that need no browser. */

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "{core,workers,src,server,bench}/**/*.test.{ts,tsx}",
      "tests/{tidy,wire,simulation,cases,faults}/**/*.test.ts",
    ],
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

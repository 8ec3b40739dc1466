/** How do journeys run? In the Chromium that tools/chromium.mjs found, against a real server that each worker starts. */

import { defineConfig } from "@playwright/test"

export default defineConfig({
  testDir: "tests/journeys",
  outputDir: "test-results",
  fullyParallel: false,
  // Each has a server of its own; a journey mostly waits for one, so two of them fit on two cores.
  workers: 2,
  // CI shares its two cores with others; what needed a second try is printed as flaky and counted as a fault to mend.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: process.env.SAKER_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    // It would answer before a journey's own faults do; those about releases and offline allow it.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "UTC",
  },
})

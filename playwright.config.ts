/** How do journeys run? In the Chromium that tools/chromium.mjs found, against a real server that each worker starts. */

import { defineConfig } from "@playwright/test"
import { UNMEASURED } from "./tools/chromium.mjs"

/**
 * Playwright switches these off itself, but of two lists the browser takes the last: they are said again with our own, the address
 * bar's pages, which headless Chromium loads beside each page that is tested.
 */
const DISABLED = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch", UNMEASURED],
].join(",")

export default defineConfig({
  testDir: "tests/journeys",
  outputDir: "test-results",
  fullyParallel: false,
  // Each has a server of its own; a journey mostly waits for one, so two of them fit on two cores.
  workers: 2,
  // What `@verify` marks is left out of `npm test` (tests/support/journey.ts), not of a file that somebody names.
  ...(process.env.SAKER_TESTS === "short" ? { grepInvert: /@verify/ } : {}),
  // Nothing is tried twice, but in CI: there a journey that passes at its second try is named in the report (see verify.mjs).
  retries: process.env.SAKER_SECOND_TRY === "1" ? 1 : 0,
  // They end what hangs and judge no speed: on a busy machine a server alone needs a minute to start.
  timeout: 180_000,
  expect: { timeout: 45_000 },
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
        `--disable-features=${DISABLED}`,
      ],
    },
    // It would answer before a journey's own faults do; those about releases and offline allow it.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "UTC",
  },
})

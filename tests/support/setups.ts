/**
 * The servers of the journeys. Playwright keeps a worker, and with it browser and server, from file to file while they name
 * the same object, and walks such files one after the other: written out in each file, equal setups were a server each.
 */

import type { SakerSetup } from "./saker-process.ts"

/** One person walks as hundreds do, at one address. What a single account may do stays as it is. */
const MANY_OF_ONE_ADDRESS = {
  SAKER_CODES_PER_HOUR: "10000",
  SAKER_TRIES_PER_ADDRESS: "10000",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
  SAKER_ORDERS_PER_SECOND: "100000",
  SAKER_CANCELS_PER_SECOND: "100000",
}

/** What a journey gets that names nothing: a few markets cost a third less to run, and the page less to follow. */
export const SMALL: SakerSetup = { env: { ...MANY_OF_ONE_ADDRESS, SAKER_MARKETS: "6" } }

/** As `npm start` runs it: the whole catalogue, and every limit. For lists, choosers and what they lead to. */
export const WHOLE: SakerSetup = {}

/** Blocks, address book and withdrawals in seconds instead of minutes. */
export const QUICK_CUSTODY: SakerSetup = {
  env: {
    ...SMALL.env,
    SAKER_SANDBOX_BLOCK_MS: "400",
    SAKER_ADDRESS_WAIT_SECONDS: "0",
    // Long enough to be cancelled by hand.
    SAKER_WITHDRAW_WAIT_SECONDS: "12",
  },
}

/** {@link SMALL} with settings of one file's own. */
export const smallWith = (env: Record<string, string>, more: Omit<SakerSetup, "env"> = {}): SakerSetup => ({
  ...more,
  env: { ...SMALL.env, ...env },
})

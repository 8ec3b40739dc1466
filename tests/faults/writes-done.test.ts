/** The exchange recovers when it is stopped at a write that was done but not confirmed. */

import { testStopsAtWrites } from "#tests/support/stops-at-writes.ts"

testStopsAtWrites("after it is done")

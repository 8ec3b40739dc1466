/** The exchange recovers when it is stopped at a write that was not done. */

import { testStopsAtWrites } from "#tests/support/stops-at-writes.ts"

testStopsAtWrites("before it is done")

/** Is the exchange right when it is stopped at a write that is not done any more? */

import { testStopsAtWrites } from "#tests/support/stops-at-writes.ts"

testStopsAtWrites("before it is done")

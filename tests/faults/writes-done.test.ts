/** Is the exchange right when it is stopped at a write that is done, but of which it hears no more? */

import { testStopsAtWrites } from "#tests/support/stops-at-writes.ts"

testStopsAtWrites("after it is done")

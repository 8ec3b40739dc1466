/** Which calculations of the case files do we have? One adapter per `fn`. */

import { candleAdapters } from "./candle-cases.ts"
import type { Adapter } from "./case-file.ts"
import { checksumAdapters } from "./checksum-cases.ts"
import { decimalAdapters } from "./decimal-cases.ts"
import { holdAdapters } from "./hold-cases.ts"
import { marketAdapters } from "./market-cases.ts"
import { moneyAdapters } from "./money-cases.ts"

export const adapters: Readonly<Record<string, Adapter>> = {
  ...decimalAdapters,
  ...candleAdapters,
  ...checksumAdapters,
  ...marketAdapters,
  ...moneyAdapters,
  ...holdAdapters,
}

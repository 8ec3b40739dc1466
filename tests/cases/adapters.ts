/** Adapters from the case files' `fn` names to our calculations, one each. */

import { addressAdapters } from "./address-cases.ts"
import { candleAdapters } from "./candle-cases.ts"
import type { Adapter } from "./case-file.ts"
import { checksumAdapters } from "./checksum-cases.ts"
import { decimalAdapters } from "./decimal-cases.ts"
import { feeAdapters } from "./fee-cases.ts"
import { fundingAdapters } from "./funding-cases.ts"
import { holdAdapters } from "./hold-cases.ts"
import { marginAdapters } from "./margin-cases.ts"
import { marketAdapters } from "./market-cases.ts"
import { moneyAdapters } from "./money-cases.ts"
import { otherVenues } from "./other-venues.ts"
import { positionAdapters } from "./position-cases.ts"
import { secondAdapters } from "./second-cases.ts"
import { totpAdapters } from "./totp-cases.ts"

export const adapters: Readonly<Record<string, Adapter>> = {
  ...decimalAdapters,
  ...candleAdapters,
  ...checksumAdapters,
  ...marketAdapters,
  ...moneyAdapters,
  ...feeAdapters,
  ...totpAdapters,
  ...holdAdapters,
  ...positionAdapters,
  ...marginAdapters,
  ...fundingAdapters,
  ...secondAdapters,
  ...addressAdapters,
  ...otherVenues,
}

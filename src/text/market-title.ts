/** A market's name in the language on screen: `BTC/USDT`, `BTC/USDT Perp`, `BTC/USDT Seconds`. */

import i18next from "i18next"
import { marketTitleOf } from "#core/instrument/market-title.ts"

/** From its id alone; empty stays empty. */
export const marketTitle = (id: string): string =>
  marketTitleOf(id, { perpetual: i18next.t("perpetual:tag"), second: i18next.t("option:tag") })

/** Arms an alert at a price in one press, and says so with the way back. */

import i18next from "i18next"
import { unitsOf } from "#core/money/steps.ts"
import { armAlert, disarmAlert } from "../api/change-alert.ts"
import { marketTitle } from "../text/market-title.ts"
import { formatDecimal } from "../text/numbers.ts"
import { showToast } from "../ui/toaster.ts"
import { currentLanguage } from "../words/first-words.ts"

interface AskedAlert {
  instrument: string
  /** Wire text, on the market's tick. */
  price: string
  /** Wire text of the last price; empty while it isn't known: then it waits for a rise. */
  last: string
}

/** Of whoever is logged in. It waits for the price from the side on which the market is now. */
export async function armAndSay({ instrument, price, last }: AskedAlert): Promise<void> {
  const isAbove = last === "" || unitsOf(price) > unitsOf(last)
  const answer = await armAlert(instrument, price, isAbove)
  if ("refusal" in answer) return void showToast("failure", answer.refusal)
  const market = marketTitle(instrument)
  const told = { market, price: formatDecimal(price, currentLanguage()) }
  showToast("success", i18next.t("alerts:quick.armed", told), {
    label: i18next.t("alerts:quick.undo"),
    run: () => void takeBack(answer.id),
  })
}

async function takeBack(id: number): Promise<void> {
  const refusal = await disarmAlert(id)
  if (refusal === undefined) showToast("info", i18next.t("alerts:page.saidRemoved"))
  else showToast("failure", refusal)
}

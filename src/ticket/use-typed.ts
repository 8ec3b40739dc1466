/** Someone types or chooses: the form takes it, and what was said of the order before is of the past. */

import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { fillTicket, showMarket, type TicketForm } from "../stores/ticket-store.ts"
import { fieldText } from "../text/typed-number.ts"
import { forgetOutcome } from "./order-sending.ts"

type Change = Partial<Omit<TicketForm, "instrument">>
const NUMBERS = [
  "price",
  "stop",
  "distance",
  "takeProfit",
  "stopLoss",
  "takeProfitLimit",
  "stopLossLimit",
  "amount",
] as const

/** `as`: `typed` text stays as it is, `wire` text gets the page's decimal mark. */
export function useTyped(instrument: string): (change: Change, as?: "typed" | "wire") => void {
  const { i18n } = useTranslation()
  return useCallback(
    (change, as = "typed") => {
      const shown: Change = { ...change }
      if (as === "wire")
        for (const name of NUMBERS)
          if (shown[name] !== undefined) shown[name] = fieldText(shown[name], i18n.language)
      showMarket(instrument)
      fillTicket(shown)
      forgetOutcome()
    },
    [instrument, i18n.language],
  )
}

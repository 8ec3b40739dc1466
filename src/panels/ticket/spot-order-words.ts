/** What the button that sends a spot order says, and the question before it. */

import type { TFunction } from "i18next"
import { sizeWords } from "../../ticket/ticket-words.ts"
import type { SpotTicketState } from "./use-ticket.ts"

/** An order without a size has the name of its side alone. */
export function spotOrderWords(
  { draft, form, market }: SpotTicketState,
  t: TFunction<"trade">,
  language: string,
): { label: string; title: string } {
  const size = sizeWords(draft.request, market, language)
  const alone = t(`market:ticket.${form.side === "buy" ? "buyCoin" : "sellCoin"}`, { base: market.base })
  if (!size) return { label: alone, title: alone }
  return {
    label: t(`ticket.${form.side}${size.key}`, size.values),
    title: t(`confirm.${form.side}${size.key === "For" ? "For" : ""}`, size.values),
  }
}

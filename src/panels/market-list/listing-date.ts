/** The day on which a market was listed, in short. By UTC, in which listings are dated. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"
import { calendarText } from "../../text/moments.ts"

/** `17 Nov 2026` as the language has it; an en dash while it isn't known. */
export const listingDate = (listedAt: number, language: string): string =>
  listedAt > 0 ? calendarText(listedAt, "date", language) : "–"

export function ListingDate({ id }: { id: string }) {
  const { i18n } = useTranslation("market")
  return listingDate(useSnapshot(market).catalogue?.byId.get(id)?.listedAt ?? 0, i18n.language)
}

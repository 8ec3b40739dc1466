/** When was a market listed, as a short date? By UTC, in which listings are dated. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"

/** Where the language alone has a longer date: day, month, year in a narrow column. */
const REGIONS: Readonly<Record<string, string>> = { en: "en-GB", pt: "pt-PT" }

const formatters = new Map<string, Intl.DateTimeFormat>()

/** `17 Nov 2026` as the language has it; an en dash while it isn't known. */
export function listingDate(listedAt: number, language: string): string {
  if (listedAt <= 0) return "–"
  const known =
    formatters.get(language) ??
    new Intl.DateTimeFormat(REGIONS[language] ?? language, { dateStyle: "medium", timeZone: "UTC" })
  formatters.set(language, known)
  return known.format(listedAt)
}

export function ListingDate({ id }: { id: string }) {
  const { i18n } = useTranslation("market")
  return listingDate(useSnapshot(market).catalogue?.byId.get(id)?.listedAt ?? 0, i18n.language)
}

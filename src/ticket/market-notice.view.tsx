/** A note where orders are typed: that the market takes none, or when it opens or ends. */

import { useTranslation } from "react-i18next"
import type { Market } from "#core/wire/market.ts"
import { marketTitle } from "../text/market-title.ts"
import { momentText } from "../text/moments.ts"
import { Note } from "../ui/note.tsx"
import { marketNotice } from "./market-notice.ts"

export function MarketNote({ market }: { market: Market }) {
  const { t, i18n } = useTranslation("trade")
  const notice = marketNotice(market, Date.now())
  if (!notice) return null
  const time = momentText(notice.time, i18n.language)
  return (
    <Note tone={notice.key === "opens" ? "info" : "warn"}>
      {t(`market.${notice.key}`, { pair: marketTitle(market.id), time })}
    </Note>
  )
}

/** Tabs of the kinds of markets. Each has its own screen; the tabs above the list lead from one to the next. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { useGo } from "../../places/screen-link.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { LIST_PLACES } from "./market-place.ts"

interface KindTabsProps {
  kind: MarketKind
  className?: string | undefined
}

/** A tab was pressed: the screen that comes gets the focus there, so that the arrow keys lead on. */
let isArriving = false

export function KindTabs({ kind, className }: KindTabsProps) {
  const { t } = useTranslation("market")
  const go = useGo()
  useEffect(() => {
    if (!isArriving) return
    // After the shell has put the focus on the page as a whole.
    const timer = setTimeout(() => {
      isArriving = false
      document.getElementById(`kind-tab-${kind}`)?.focus({ preventScroll: true })
    }, 0)
    return () => clearTimeout(timer)
  }, [kind])
  return (
    <Tabs
      id="kind"
      className={className}
      label={t("list.kinds")}
      tabs={(Object.keys(LIST_PLACES) as MarketKind[]).map((value) => ({
        value,
        label: t(`list.kind.${value}`),
      }))}
      value={kind}
      onChange={(next) => {
        if (next === kind) return
        isArriving = true
        go(LIST_PLACES[next], {}, { isReplacing: true })
      }}
    />
  )
}

/** Which kind of market? Spot stands here; the other two lead to their own screens. */

import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { useGo } from "../../app/screen-link.tsx"
import { Tabs } from "../../ui/tabs.tsx"

const KINDS = {
  spot: "/pages/spot/index",
  perpetual: "/pages/contract/index",
  second: "/pages/option/index",
} as const satisfies Record<MarketKind, string>

export function KindTabs({ className }: { className?: string | undefined }) {
  const { t } = useTranslation("market")
  const go = useGo()
  return (
    <Tabs
      id="kind"
      className={className}
      label={t("list.kinds")}
      tabs={(Object.keys(KINDS) as MarketKind[]).map((kind) => ({
        value: kind,
        label: t(`list.kind.${kind}`),
      }))}
      value="spot"
      onChange={(kind) => go(KINDS[kind])}
    />
  )
}

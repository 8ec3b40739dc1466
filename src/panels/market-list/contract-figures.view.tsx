/** The terms of a contract beside its price. Leverage, funding with the time left to it, periods, payout. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import { market } from "../../stores/market-store.ts"
import { Badge } from "../../ui/badge.tsx"
import { highestPayout, periodList } from "./contract.model.ts"
import styles from "./contract-figures.module.css"
import { MarkedText } from "./marked-text.view.tsx"

function useListed(id: string): Market | undefined {
  return useSnapshot(market).catalogue?.byId.get(id) as Market | undefined
}

/** `125×` beside the name of a perpetual; nothing beside others. */
export function LeverageTag({ id }: { id: string }) {
  const listed = useListed(id)
  return listed?.kind === "perpetual" ? (
    <Badge className={styles.leverage}>{`${listed.leverageMax}×`}</Badge>
  ) : null
}

/** Its English name, with what was searched for in it. */
export function CoinName({ id, query = "" }: { id: string; query?: string }) {
  return <MarkedText text={useListed(id)?.name ?? "–"} query={query} />
}

export function Periods({ id }: { id: string }) {
  const { t, i18n } = useTranslation("market")
  const listed = useListed(id)
  if (listed?.kind !== "second") return "–"
  return t("list.seconds", { list: periodList(listed.periods, i18n.language) })
}

export function HighestPayout({ id }: { id: string }) {
  const { i18n } = useTranslation("market")
  const listed = useListed(id)
  return (listed?.kind === "second" ? highestPayout(listed.periods, i18n.language) : null) ?? "–"
}

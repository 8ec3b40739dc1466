/** A contract's terms as the last line of its row: mark and funding, or periods and payout. Spot has none. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { FundingLeft } from "../../lists/time-left.tsx"
import { tickerOf } from "../../stores/market-store.ts"
import { PriceText } from "../../ui/price-text.tsx"
import { HighestPayout, Periods } from "./contract-figures.view.tsx"
import styles from "./phone-list.module.css"

export function PhoneTerms({ id, kind }: { id: string; kind: MarketKind }) {
  if (kind === "spot") return null
  return (
    <div className={styles.terms} data-terms>
      {kind === "perpetual" ? <Funding id={id} /> : <Stakes id={id} />}
    </div>
  )
}

function Funding({ id }: { id: string }) {
  const { t } = useTranslation("market")
  const { mark, fundingRate } = useSnapshot(tickerOf(id))
  return (
    <>
      <span>
        {t("list.mark")} <PriceText text={mark} />
      </span>
      <span>
        {t("list.funding")} <b>{fundingRate ?? "–"}</b> <FundingLeft id={id} />
      </span>
    </>
  )
}

function Stakes({ id }: { id: string }) {
  const { t } = useTranslation("market")
  return (
    <>
      <Periods id={id} />
      <span>
        {t("list.payout")}{" "}
        <b>
          <HighestPayout id={id} />
        </b>
      </span>
    </>
  )
}

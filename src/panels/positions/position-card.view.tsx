/** One position on a phone: what it is and makes, six figures, how near its end is, and what can be done. */

import { memo, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Position } from "#core/wire/contract.ts"
import { DeleveragingLight } from "./deleveraging-light.view.tsx"
import { PositionActions } from "./position-actions.view.tsx"
import styles from "./position-card.module.css"
import {
  ContractLink,
  currenciesOf,
  Distance,
  EntryPrice,
  FundingIn,
  LiquidationPrice,
  Margin,
  MarkPrice,
  NextFunding,
  Profit,
  ProfitBasisWord,
  Ratio,
  RatioBar,
  Roe,
  ShareLink,
  SideTag,
  Size,
  Targets,
} from "./position-cells.view.tsx"

/** Drawn anew only when its own row changed, never for a mark. */
export const PositionCard = memo(function PositionCard({ position }: { position: Position }) {
  const { t } = useTranslation("positions")
  const { base, quote } = currenciesOf(position.instrument)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={styles.card} data-position={position.id}>
      <p className={styles.head}>
        <SideTag position={position} />
        <ContractLink position={position} />
        <span className={styles.mode}>{t(position.marginMode)}</span>
        <span className={styles.share}>
          <ShareLink position={position} />
        </span>
      </p>
      <dl className={styles.lead}>
        <Figure name={t("pnlIn", { currency: quote })}>
          <Profit position={position} />
        </Figure>
        <Figure name={t("roe")}>
          <Roe position={position} /> <ProfitBasisWord />
        </Figure>
      </dl>
      <dl className={styles.figures}>
        <Figure name={t("sizeIn", { currency: base })}>
          <Size position={position} />
        </Figure>
        <Figure name={t("entry")}>
          <EntryPrice position={position} />
        </Figure>
        <Figure name={t("mark")}>
          <MarkPrice position={position} />
        </Figure>
        <Figure name={t("marginIn", { currency: quote })}>
          <Margin position={position} />
        </Figure>
        <Figure name={t("targets.short")}>
          <Targets position={position} />
        </Figure>
        <Figure name={t("liquidation")}>
          <LiquidationPrice position={position} />
        </Figure>
      </dl>
      <RatioBar position={position} />
      <p className={styles.distance}>
        <Distance position={position} />
        <span>
          {t("ratio")} <Ratio position={position} />
        </span>
      </p>
      <p className={styles.distance}>
        <span>
          {t("perpetual:nextFunding.title")} <FundingIn position={position} />
        </span>
        <NextFunding position={position} />
      </p>
      <DeleveragingLight position={position} />
      <PositionActions position={position} className={styles.actions} />
    </div>
  )
})

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

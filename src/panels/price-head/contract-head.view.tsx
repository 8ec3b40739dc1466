/** The head of a contract's trade screen: last, mark and index told apart, the funding rate and the time left to it, open interest. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ContractMarket } from "#core/wire/market.ts"
import { useView } from "../../feed/view.ts"
import { FundingLeft } from "../../lists/time-left.tsx"
import { tickerOf } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Info } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import own from "./contract-head.module.css"
import styles from "./price-head.module.css"
import { useHead } from "./use-head.ts"

interface ContractHeadProps {
  market: ContractMarket
}

/** Phone: the price on a line of 40 px, what it is compared with on one of 44 that explains itself when it is pressed. */
export function ContractHead({ market }: ContractHeadProps) {
  const { t } = useTranslation("perpetual")
  const { cells, lastClass, changeClass, freshness } = useContractHead(market.id)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={own.head} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <div className={own.main}>
        <span className={classNames(own.last, lastClass)}>
          <PriceText text={cells.last} />
        </span>
        <span className={classNames(own.change, changeClass)}>{cells.changePercent ?? "–"}</span>
        <span className={classNames(own.interest, own.spare)}>
          {t("head.openInterest")} <b>{withUnit(cells.openInterest, market.base)}</b>
        </span>
        <AgeMark freshness={freshness} isAnnounced className={own.age} />
      </div>
      <button
        type="button"
        className={own.line}
        aria-haspopup="dialog"
        title={t("head.explain")}
        onClick={() => setIsOpen(true)}
      >
        <span>
          {t("head.mark")}{" "}
          <b>
            <PriceText text={cells.mark} />
          </b>
        </span>
        <span className={own.spare}>
          {t("head.index")}{" "}
          <b>
            <PriceText text={cells.indexPrice} />
          </b>
        </span>
        <span>
          {t("head.funding")} <b>{cells.fundingRate ?? "–"}</b>{" "}
          <b>
            <FundingLeft id={market.id} />
          </b>
        </span>
      </button>
      <Explained market={market} isOpen={isOpen} onOpenChange={setIsOpen} />
    </section>
  )
}

/** Desk: one line of 56 px beside the instrument's name; figures at the end drop out when it is narrow. */
export function ContractFigures({ market }: ContractHeadProps) {
  const { t } = useTranslation("perpetual")
  const { t: common } = useTranslation("market")
  const { cells, lastClass, changeClass, freshness } = useContractHead(market.id)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.bar} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <div className={classNames(styles.barLast, lastClass)}>
        <PriceText text={cells.last} />
      </div>
      <dl className={styles.barFigures}>
        <div>
          <dt>{t("head.mark")}</dt>
          <dd>
            <PriceText text={cells.mark} />
          </dd>
        </div>
        <div>
          <dt>{t("head.index")}</dt>
          <dd>
            <PriceText text={cells.indexPrice} />
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{t("head.fundingIn")}</dt>
          <dd>
            {cells.fundingRate ?? "–"}
            <span className={styles.percent}>
              <FundingLeft id={market.id} />
            </span>
          </dd>
        </div>
        <div>
          <dt>{common("head.change")}</dt>
          <dd className={changeClass}>{cells.changePercent ?? "–"}</dd>
        </div>
        <div>
          <dt>{t("head.openInterest")}</dt>
          <dd>{withUnit(cells.openInterest, market.base)}</dd>
        </div>
        <div>
          <dt>{common("head.turnover")}</dt>
          <dd>{withUnit(cells.turnover, market.quote)}</dd>
        </div>
      </dl>
      <IconButton
        glyph={Info}
        size={16}
        label={t("head.explain")}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      <AgeMark freshness={freshness} isAnnounced />
      <Explained market={market} isOpen={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}

/** Follows its ticker, and its open interest. */
function useContractHead(id: string): ReturnType<typeof useHead> {
  useView({ openInterest: id })
  return useHead(id)
}

const withUnit = (figure: string | null, unit: string): string =>
  figure === null ? "–" : `${figure}\u00a0${unit}`

interface ExplainedProps extends ContractHeadProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function Explained(props: ExplainedProps) {
  const { t } = useTranslation("perpetual")
  return (
    <Sheet isOpen={props.isOpen} onOpenChange={props.onOpenChange} title={t("head.explain")}>
      {props.isOpen ? <Explanations market={props.market} /> : null}
    </Sheet>
  )
}

/** Each figure with what it is and what it is for. */
function Explanations({ market }: ContractHeadProps) {
  const { t, i18n } = useTranslation("perpetual")
  const cells = useSnapshot(tickerOf(market.id))
  const figures = [
    ["last", <PriceText key="last" text={cells.last} />],
    ["mark", <PriceText key="mark" text={cells.mark} />],
    ["index", <PriceText key="index" text={cells.indexPrice} />],
    ["funding", cells.fundingRate ?? "–"],
    ["openInterest", withUnit(cells.openInterest, market.base)],
  ] as const
  const hours = formatNumber(market.fundingHours, i18n.language)
  return (
    <dl className={own.explained}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>
            <span>{t(`head.${name}`)}</span> <b>{figure}</b>
          </dt>
          <dd>{t(`head.${name}Means`, { hours })}</dd>
        </div>
      ))}
    </dl>
  )
}

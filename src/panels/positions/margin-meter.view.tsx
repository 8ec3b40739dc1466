/** The contract account at a glance: equity, what is used and free, how near liquidation is, and what a move would do. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ContractAccountCells, MarkMove } from "#workers/market/market.api.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { contractAccount } from "../../stores/contracts-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { SmallTable } from "../../ui/small-table.tsx"
import styles from "./margin-meter.module.css"

export function MarginMeter() {
  const { t } = useTranslation("positions")
  const { cells } = useSnapshot(contractAccount)
  return (
    <section className={styles.meter} aria-labelledby="margin-title">
      <h2 id="margin-title" className={styles.title}>
        {t("meter.title")}
      </h2>
      {cells ? <Full cells={cells} /> : <SkeletonRows count={2} />}
    </section>
  )
}

function Full({ cells }: { cells: ContractAccountCells }) {
  const { t } = useTranslation("positions")
  const { currency, equity, unrealised, used, free, ratio, share, alarm, moves } = cells
  return (
    <>
      <dl className={styles.figures}>
        <Figure name={t("meter.equity")}>
          <OwnAmount text={equity} unit={currency} />
        </Figure>
        <Figure name={t("meter.unrealised")}>
          <OwnAmount text={unrealised} unit={currency} isSigned />
        </Figure>
        <Figure name={t("meter.used")}>
          <OwnAmount text={used} unit={currency} />
        </Figure>
        <Figure name={t("meter.free")}>
          <OwnAmount text={free} unit={currency} />
        </Figure>
      </dl>
      <div
        className={classNames(styles.bar, alarm >= 90 ? styles.close : alarm >= 80 ? styles.near : undefined)}
        aria-hidden="true"
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className={styles.ratio}>{t("meter.ratio", { percent: ratio ?? t("nothingLeft") })}</p>
      {moves.length > 0 ? <Moves moves={moves} currency={currency} /> : null}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface MovesProps {
  moves: readonly MarkMove[]
  currency: string
}

function Moves({ moves, currency }: MovesProps) {
  const { t, i18n } = useTranslation("positions")
  return (
    <details className={styles.moves}>
      <summary>{t("meter.moves")}</summary>
      <SmallTable>
        <thead>
          <tr>
            <th>{t("meter.move")}</th>
            <th>{t("meter.change", { currency })}</th>
            <th>{t("meter.ratioAfter")}</th>
            <th>{t("meter.liquidated")}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ percent, change, ratio, liquidated }) => (
            <tr key={percent}>
              <th scope="row">
                {percent > 0 ? "+" : ""}
                {formatNumber(percent, i18n.language)}
                {"\u202f%"}
              </th>
              <td>
                <OwnAmount text={change} currency={currency} isSigned />
              </td>
              <td>{ratio ?? t("nothingLeft")}</td>
              <td className={liquidated > 0 ? styles.bad : undefined}>
                {formatNumber(liquidated, i18n.language)}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </details>
  )
}

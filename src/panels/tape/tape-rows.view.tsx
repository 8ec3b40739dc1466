/** Rows of the tape. Price in the taker's colour, size (bold when large), and its time on a desk. */

import { useTranslation } from "react-i18next"
import type { Market } from "#core/wire/market.ts"
import type { TapeFrame, TapeRow } from "#workers/market/market.api.ts"
import { clockText } from "../../text/clock.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { PriceText } from "../../ui/price-text.tsx"
import shared from "../../ui/row-panel.module.css"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./tape.module.css"

interface TapeRowsProps {
  market: Market
  frame: TapeFrame | null
  rows: number
  hasTime: boolean
  /** No trade is left out for its size. */
  isWhole: boolean
}

export function TapeRows({ market, frame, rows, hasTime, isWhole }: TapeRowsProps) {
  const { t } = useTranslation("market")
  const hasFailed = useIsLate(frame === null)
  if (hasFailed) return <ErrorState title={t("tape.failed")} detail={t("list.failedSafe")} />
  if (frame?.rows.length === 0)
    return <EmptyState>{t(isWhole ? "tape.empty" : "tape.noneSoLarge")}</EmptyState>
  return (
    <table className={shared.table} aria-label={t("tape.title")}>
      <thead>
        <tr className={classNames(shared.row, styles.row, shared.heads)}>
          <th scope="col">{t("tape.price", { quote: market.quote })}</th>
          <th scope="col">{hasTime ? t("tape.amount", { base: market.base }) : market.base}</th>
          {hasTime ? <th scope="col">{t("tape.time")}</th> : null}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <TapeLine
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            key={index}
            row={frame?.rows[index]}
            isLoading={frame === null}
            hasTime={hasTime}
          />
        ))}
      </tbody>
    </table>
  )
}

interface TapeLineProps {
  row: TapeRow | undefined
  isLoading: boolean
  hasTime: boolean
}

function TapeLine({ row, isLoading, hasTime }: TapeLineProps) {
  if (!row) {
    return (
      <tr className={classNames(shared.row, styles.row)}>
        <td>{isLoading ? <Skeleton width={52} height={8} /> : null}</td>
        <td>{isLoading ? <Skeleton width={36} height={8} /> : null}</td>
        {hasTime ? <td>{isLoading ? <Skeleton width={44} height={8} /> : null}</td> : null}
      </tr>
    )
  }
  return (
    <tr className={classNames(shared.row, styles.row, row.large && styles.large)}>
      <td className={row.side === "buy" ? styles.buy : styles.sell}>
        <PriceText text={row.price} />
      </td>
      <td className={styles.size}>{row.size}</td>
      {hasTime ? <td className={styles.time}>{clockText(row.time)}</td> : null}
    </tr>
  )
}

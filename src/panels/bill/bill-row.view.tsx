/** How does one movement look? What it was, when, in which account, and what it brought or took. */

import { useTranslation } from "react-i18next"
import type { BillRow } from "#core/wire/asset-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { marketTitle } from "../../text/market-title.ts"
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Bot,
  FlaskConical,
  type Glyph,
  Icon,
  Layers,
  List,
  Percent,
  Timer,
  TriangleAlert,
  Wrench,
} from "../../ui/icon.tsx"
import { type BillKind, directionOf, kindOf } from "./bill.model.ts"
import styles from "./bill-row.module.css"

const GLYPHS: Readonly<Record<BillKind | "other", Glyph>> = {
  trade: Layers,
  fee: Percent,
  funding: Percent,
  margin: Layers,
  liquidation: TriangleAlert,
  transfer: ArrowLeftRight,
  practice: FlaskConical,
  correction: Wrench,
  second: Timer,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  "withdrawal-fee": Percent,
  ai: Bot,
  other: List,
}

const TONES = { "-1": undefined, "0": undefined, "1": styles.gain } as const

/** The words of its kind, with the market where there is one: `Trade, BTC/USDT`. */
export function useKindText(): (row: Pick<BillRow, "kind" | "instrument">) => string {
  const { t } = useTranslation("assets")
  return (row) => [t(`bill.kind.${kindOf(row)}`), marketTitle(row.instrument)].filter(Boolean).join(", ")
}

/** Every decimal: what is cut doesn't add up to the balance beside it. */
export function SignedAmount({ row }: { row: BillRow }) {
  return (
    <span className={TONES[directionOf(row)]}>
      <OwnAmount text={row.amount} unit={row.currency} isSigned isExact />
    </span>
  )
}

interface BillLineProps {
  row: BillRow
  onOpen: (row: BillRow) => void
}

/** 56 px on a phone and in a column of a desk. */
export function BillLine({ row, onOpen }: BillLineProps) {
  const { t } = useTranslation("assets")
  const kindText = useKindText()
  return (
    <button type="button" className={styles.line} onClick={() => onOpen(row)}>
      <Icon glyph={GLYPHS[kindOf(row)]} className={styles.icon} />
      <span className={styles.kind}>{kindText(row)}</span>
      <span className={styles.amount}>
        <SignedAmount row={row} />
      </span>
      <span className={styles.when}>
        <Moment time={row.time} />
      </span>
      <span className={styles.account}>{t(`wallet.${row.wallet}`)}</span>
    </button>
  )
}

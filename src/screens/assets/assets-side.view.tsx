/** Beside the coins on a desk. The transfer, and what moved last. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { type BillRow, bill } from "#core/wire/asset-calls.ts"
import type { Balance } from "#core/wire/trading.ts"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { BillDetail } from "../../panels/bill/bill-detail.view.tsx"
import { BillLine } from "../../panels/bill/bill-row.view.tsx"
import { TransferPanel } from "../../panels/transfer/transfer-form.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./assets.module.css"

export function AssetsSide({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation("assets")
  return (
    <aside className={styles.side}>
      <section className={styles.transfer} aria-labelledby="transfer-title">
        <h2 id="transfer-title" className={styles.sideTitle}>
          {t("app:screen.transfer")}
        </h2>
        <TransferPanel balances={balances} />
      </section>
      <LatestMovements balances={balances} />
    </aside>
  )
}

const LATEST_ROWS = 8
/** A batch of trades changes balances many times: the bill is read at the first change, and once for all that follow. */
const SETTLED_MS = 1000

/** Whatever changed a balance has left a line: `act` at the first change, then at most once in {@link SETTLED_MS}. */
function useAfterChange(balances: readonly Balance[], act: () => void): void {
  const seen = useRef(balances)
  const rest = useRef<{ timer: ReturnType<typeof setTimeout>; isDue: boolean } | undefined>(undefined)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (seen.current === balances) return
    seen.current = balances
    if (rest.current) {
      rest.current.isDue = true
      return
    }
    const end = () => {
      const isDue = rest.current?.isDue
      rest.current = undefined
      if (isDue) latest.current()
    }
    rest.current = { timer: setTimeout(end, SETTLED_MS), isDue: false }
    latest.current()
  }, [balances])
  useEffect(() => () => clearTimeout(rest.current?.timer), [])
}

function LatestMovements({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation("assets")
  const asked = useAnswer(bill, { limit: LATEST_ROWS }, true, undefined, 0)
  const [shown, setShown] = useState<{ row: BillRow; isOpen: boolean }>()
  useAfterChange(balances, asked.retry)
  return (
    <section aria-labelledby="latest-title">
      <div className={styles.latest}>
        <h2 id="latest-title" className={styles.sideTitle}>
          {t("bill.latest")}
        </h2>
        <ScreenLink to="/pages/assets/record" className={styles.toBill}>
          {t("bill.whole")}
        </ScreenLink>
      </div>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("bill.failed")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t("bill.empty")}</EmptyState>
          ) : (
            rows.map((row) => (
              <BillLine key={row.id} row={row} onOpen={() => setShown({ row, isOpen: true })} />
            ))
          )
        }
      </AskedFace>
      <BillDetail
        row={shown?.row}
        isOpen={shown?.isOpen ?? false}
        onClose={() => setShown((now) => now && { ...now, isOpen: false })}
      />
    </section>
  )
}

/** Own holdings, running or ended: a table on a desk, cards elsewhere. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AiHolding } from "#core/wire/ai.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { Moment } from "../../lists/moment.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { Button } from "../../ui/button.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import styles from "./ai.module.css"
import { percentOf } from "./ai-words.ts"
import { Days, HoldingName, HoldingState, NextReward, Result } from "./holding-cells.view.tsx"

export type HoldingsTab = "running" | "ended"

interface HoldingsListProps {
  tab: HoldingsTab
  rows: readonly AiHolding[]
  isTable: boolean
  /** Undefined: all are there. */
  paging?: (Paging & { hasMore: boolean }) | undefined
}

export function HoldingsList({ tab, rows, isTable, paging }: HoldingsListProps) {
  const { t } = useTranslation("ai")
  return (
    <>
      {isTable ? (
        <HoldingsTable tab={tab} rows={rows} />
      ) : (
        <ul>
          {rows.map((holding) => (
            <li key={holding.id}>
              {tab === "running" ? <RunningCard holding={holding} /> : <EndedCard holding={holding} />}
            </li>
          ))}
        </ul>
      )}
      <ListFoot context={{ paging, failed: t("holding.moreFailed"), end: <More paging={paging} /> }} />
    </>
  )
}

function More({ paging }: Pick<HoldingsListProps, "paging">) {
  const { t } = useTranslation("ai")
  if (!paging?.hasMore) return null
  return (
    <p className={styles.more}>
      <Button tone="outline" onClick={paging.loadMore}>
        {t("holding.more")}
      </Button>
    </p>
  )
}

interface HoldingProps {
  holding: AiHolding
}

/** Its words and figures, in the order of the columns on a desk. */
type Column = readonly [head: string, cell: (holding: AiHolding) => ReactNode]

const amount = (text: string, { currency }: AiHolding) => <OwnAmount text={text} unit={currency} isExact />

const SHARED: readonly Column[] = [
  ["product", (holding) => <HoldingName holding={holding} className={styles.open} />],
  ["principal", (holding) => amount(holding.principal, holding)],
]
const COLUMNS: Record<HoldingsTab, readonly Column[]> = {
  running: [
    ...SHARED,
    ["reward", (holding) => amount(holding.reward, holding)],
    ["total", (holding) => amount(holding.rewardTotal, holding)],
    ["days", (holding) => <Days holding={holding} />],
    ["next", (holding) => <NextReward holding={holding} />],
    ["matures", (holding) => <Moment time={holding.matures} />],
    ["more", (holding) => <EndLink holding={holding} />],
  ],
  ended: [
    ...SHARED,
    ["bought", (holding) => <Moment time={holding.bought} />],
    ["ended", (holding) => <Moment time={holding.ended} />],
    ["days", (holding) => <Days holding={holding} />],
    ["paid", (holding) => amount(holding.paid, holding)],
    ["result", (holding) => <Result holding={holding} />],
    ["state", (holding) => <HoldingState holding={holding} />],
  ],
}

function HoldingsTable({ tab, rows }: Pick<HoldingsListProps, "tab" | "rows">) {
  const { t } = useTranslation("ai")
  return (
    <section className={styles.sideways} aria-label={t(`holding.tab.${tab}`)}>
      <ListTable>
        <thead>
          <ListHeads>
            {COLUMNS[tab].map(([head]) => (
              <th key={head} className={head === "product" ? styles.start : undefined}>
                {t(`holding.head.${head}`)}
              </th>
            ))}
          </ListHeads>
        </thead>
        <tbody>
          {rows.map((holding) => (
            <tr key={holding.id} data-holding={holding.id}>
              {COLUMNS[tab].map(([head, cell]) => (
                <td key={head} className={CELLS[head]}>
                  {cell(holding)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ListTable>
    </section>
  )
}

const CELLS: Record<string, string | undefined> = { product: styles.start, days: styles.barCell }

function EndLink({ holding: { id } }: HoldingProps) {
  const { t } = useTranslation("ai")
  return (
    <ScreenLink to="/pages/ai/withdraw" search={{ id: String(id) }} className={styles.open}>
      {t("holding.end")}
    </ScreenLink>
  )
}

interface PairProps {
  name: string
  /** The figure that the card is about. */
  isStrong?: boolean
  children: ReactNode
}

function Pair({ name, isStrong = false, children }: PairProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isStrong ? styles.strong : undefined}>{children}</dd>
    </div>
  )
}

function RunningCard({ holding }: HoldingProps) {
  const { t, i18n } = useTranslation("ai")
  const { currency, principal, rate, reward, rewardTotal, matures, id } = holding
  return (
    <article className={styles.holding} data-holding={id}>
      <p className={styles.line}>
        <strong>
          <HoldingName holding={holding} className={styles.quiet} />
        </strong>
        <span className={styles.hint}>
          {percentOf(rate, i18n.language)} {t("product.aDay")}
        </span>
      </p>
      <dl className={styles.pairs}>
        <Pair name={t("holding.head.principal")}>
          <OwnAmount text={principal} unit={currency} isExact />
        </Pair>
        <Pair name={t("holding.head.reward")} isStrong>
          <OwnAmount text={reward} unit={currency} isExact />
        </Pair>
        <Pair name={t("holding.head.total")}>
          <OwnAmount text={rewardTotal} unit={currency} isExact />
        </Pair>
        <Pair name={t("holding.head.next")}>
          <NextReward holding={holding} />
        </Pair>
        <Pair name={t("holding.head.matures")}>
          <Moment time={matures} />
        </Pair>
      </dl>
      <div className={styles.line}>
        <Days holding={holding} />
        <EndLink holding={holding} />
      </div>
    </article>
  )
}

function EndedCard({ holding }: HoldingProps) {
  const { t } = useTranslation("ai")
  const { currency, principal, paid, ended, id } = holding
  return (
    <article className={styles.holding} data-holding={id}>
      <p className={styles.line}>
        <strong>
          <HoldingName holding={holding} className={styles.quiet} />
        </strong>
        <HoldingState holding={holding} />
      </p>
      <dl className={styles.pairs}>
        <Pair name={t("holding.head.principal")}>
          <OwnAmount text={principal} unit={currency} isExact />
        </Pair>
        <Pair name={t("holding.head.paid")}>
          <OwnAmount text={paid} unit={currency} isExact />
        </Pair>
        <Pair name={t("holding.head.result")} isStrong>
          <Result holding={holding} />
        </Pair>
        <Pair name={t("holding.head.ended")}>
          <Moment time={ended} />
        </Pair>
      </dl>
      <Days holding={holding} />
    </article>
  )
}

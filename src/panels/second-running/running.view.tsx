/** Own second contracts that run: as cards for a finger, as a table on a desk, and the next one to end alone. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SecondContract } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { useView } from "../../feed/view.ts"
import { account } from "../../stores/account-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { moneyOf } from "./running.model.ts"
import styles from "./running.module.css"
import { Countdown, DirectionTag, NowPrice, OpenPrice, Outlook, Progress } from "./running-cells.view.tsx"

/** Those that run, by their end; the ticks of their indexes are followed. Null while nothing is known. */
export function useRunning(): readonly SecondContract[] | null {
  const { isKnown, seconds } = useSnapshot(account)
  const running = seconds as readonly SecondContract[]
  useView({ rowIndexes: [...new Set(running.map(({ index }) => index))] })
  return isKnown ? running : null
}

interface RunningListProps {
  form: "table" | "cards"
}

export function RunningList({ form }: RunningListProps) {
  const { t } = useTranslation("option")
  const running = useRunning()
  if (running === null) return <SkeletonRows count={3} />
  if (running.length === 0) return <EmptyState>{t("running.none")}</EmptyState>
  if (form === "cards")
    return (
      <div className={styles.cards}>
        {running.map((contract) => (
          <RunningCard key={contract.id} contract={contract} isNamed />
        ))}
      </div>
    )
  return (
    <section className={styles.sideways} aria-label={t("running.title")}>
      <ListTable>
        <thead>
          <ListHeads>
            {(["market", "direction", "stake", "open", "now", "outlook", "left"] as const).map((name) => (
              <th key={name} className={name === "market" || name === "direction" ? styles.start : undefined}>
                {t(`running.head.${name}`)}
              </th>
            ))}
          </ListHeads>
        </thead>
        <tbody>
          {running.map((contract) => (
            <RunningRow key={contract.id} contract={contract} />
          ))}
        </tbody>
      </ListTable>
    </section>
  )
}

function RunningRow({ contract }: { contract: SecondContract }) {
  return (
    <tr data-second={contract.id}>
      <td className={styles.start}>{marketTitle(contract.instrument)}</td>
      <td className={styles.start}>
        <DirectionTag direction={contract.direction} />
      </td>
      <td>
        <OwnAmount text={moneyOf(contract.stake)} unit={contract.currency} />
      </td>
      <td>
        <OpenPrice contract={contract} />
      </td>
      <td>
        <NowPrice contract={contract} />
      </td>
      <td>
        <Outlook contract={contract} />
      </td>
      <td className="num">
        <Countdown contract={contract} />
      </td>
    </tr>
  )
}

interface RunningCardProps {
  contract: SecondContract
  /** Its market is told: it needn't be the one on screen. */
  isNamed?: boolean
}

export function RunningCard({ contract, isNamed = false }: RunningCardProps) {
  const { t } = useTranslation("option")
  return (
    <article className={styles.card} data-second={contract.id}>
      <p className={styles.main}>
        <DirectionTag direction={contract.direction} />
        {isNamed ? <strong>{marketTitle(contract.instrument)}</strong> : null}
        <span>
          <OwnAmount text={moneyOf(contract.stake)} unit={contract.currency} />
        </span>
        <b className={styles.left}>
          <Countdown contract={contract} />
        </b>
      </p>
      <Progress contract={contract} />
      <p className={styles.figures}>
        <span>
          {t("running.open")} <OpenPrice contract={contract} />, {t("running.now")}{" "}
          <b>
            <NowPrice contract={contract} />
          </b>
        </span>
        <Outlook contract={contract} />
      </p>
    </article>
  )
}

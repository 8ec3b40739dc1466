/** Deposits that are under way, with each confirmation as it comes, and those that ended while one looked on. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Deposit } from "#core/wire/custody.ts"
import { DepositRow } from "../../panels/custody/deposit-row.view.tsx"
import { DepositSheet } from "../../panels/custody/deposit-sheet.view.tsx"
import { newestOf } from "../../panels/custody/live-records.ts"
import { account } from "../../stores/account-store.ts"
import styles from "./deposit.module.css"

const ROWS_MAX = 10

export function Incoming() {
  const { t } = useTranslation("deposits")
  const { deposits, endedDeposits } = useSnapshot(account)
  const [opened, setOpened] = useState<number>()
  const rows = newestOf([...deposits, ...endedDeposits] as readonly Deposit[]).slice(0, ROWS_MAX)
  return (
    <section className={styles.incoming} aria-labelledby="incoming-title">
      <h2 id="incoming-title" className={styles.title}>
        {t("running")}
      </h2>
      {rows.length === 0 ? <p className={styles.small}>{t("none")}</p> : null}
      {rows.map((row) => (
        <DepositRow key={row.id} deposit={row} onOpen={setOpened} />
      ))}
      <DepositSheet deposit={rows.find(({ id }) => id === opened)} onClose={() => setOpened(undefined)} />
    </section>
  )
}

/** The newest ended second contracts, on the trade screen; the rest are on a page of their own. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { optionRecords } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ListTable } from "../../ui/list-table.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { RecordSheet } from "./record-sheet.view.tsx"
import { NO_FILTER, queryOf, withEnded } from "./records.model.ts"
import styles from "./records.module.css"
import { RecordCard, RecordCells, RecordHeads } from "./records-list.view.tsx"

const ROWS = 20

export function RecentRecords({ form }: { form: "table" | "cards" }) {
  const { t } = useTranslation("option")
  const { endedSeconds } = useSnapshot(account)
  const asked = usePages(optionRecords, { limit: ROWS })
  const [opened, setOpened] = useState<number>()
  useAfterGap(asked.retry)
  return (
    <>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={3} />} failed={t("record.failed")}>
        {(read) => {
          const ended = endedSeconds as readonly SecondContract[]
          const rows = withEnded(read.slice(0, ROWS), ended, queryOf(NO_FILTER, 0), asked.hasMore).slice(
            0,
            ROWS,
          )
          if (rows.length === 0) return <EmptyState>{t("record.nothing")}</EmptyState>
          return (
            <>
              {form === "cards" ? (
                rows.map((row) => <RecordCard key={row.id} contract={row} onOpen={setOpened} />)
              ) : (
                <div className={styles.sideways}>
                  <ListTable>
                    <thead>
                      <RecordHeads />
                    </thead>
                    <tbody>
                      {rows.map((row) => (
                        <tr key={row.id} data-record={row.id}>
                          <RecordCells contract={row} onOpen={setOpened} />
                        </tr>
                      ))}
                    </tbody>
                  </ListTable>
                </div>
              )}
              <ScreenLink to="/pages/option/record" className={buttonClass({ tone: "quiet", isBlock: true })}>
                {t("record.all")}
              </ScreenLink>
            </>
          )
        }}
      </AskedFace>
      {opened === undefined ? null : <RecordSheet id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

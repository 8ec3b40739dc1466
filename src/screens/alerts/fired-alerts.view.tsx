/** Own alerts that have fired, the newest first, page after page; read again when one fires or is armed again. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { firedAlerts } from "#core/wire/alert-calls.ts"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { account } from "../../stores/account-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { History } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { FiredRow } from "./alert-row.view.tsx"
import styles from "./alerts.module.css"

const PAGE_ROWS = 50

export function FiredAlerts() {
  const { t } = useTranslation("alerts")
  const list = usePages(firedAlerts, { limit: PAGE_ROWS })
  const scroller = useMainScroller()
  useAfterGap(list.retry)
  useAfterChange(list.data !== undefined, list.retry)
  return (
    <AskedFace asked={list} skeleton={<SkeletonRows count={6} />} failed={t("page.failed")}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState glyph={History}>{t("page.noneFired")}</EmptyState>
        ) : scroller ? (
          <Virtuoso
            customScrollParent={scroller}
            data={rows}
            defaultItemHeight={120}
            increaseViewportBy={400}
            computeItemKey={(_, row) => row.id}
            endReached={list.loadMore}
            context={{ paging: list, failed: t("page.failed") }}
            components={{ Footer: ListFoot }}
            itemContent={(_, row) => (
              <div className={styles.item}>
                <FiredRow row={row} onGone={list.retry} />
              </div>
            )}
          />
        ) : null
      }
    </AskedFace>
  )
}

/** The socket tells what fires, is seen or is armed again; what was read before this list opened may be older than that. */
function useAfterChange(wasRead: boolean, readAgain: () => void): void {
  const { alerts } = useSnapshot(account)
  const now = alerts.map(({ id, version }) => `${id} ${version}`).join()
  const read = useRef(wasRead ? undefined : now)
  const latest = useRef(readAgain)
  useEffect(() => {
    latest.current = readAgain
  })
  useEffect(() => {
    if (read.current === now) return
    read.current = now
    latest.current()
  }, [now])
}

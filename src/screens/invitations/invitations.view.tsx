/** The invitation records. Three tabs, one a level; rows with who came and when. */

import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { momentText } from "../../text/moments.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Gift } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import styles from "./invitations.module.css"

const LEVELS = ["1", "2", "3"] as const
export type Level = (typeof LEVELS)[number]

interface Invitation {
  account: string
  registered: number
}

interface InvitationsViewProps {
  level: Level
  onLevel: (level: Level) => void
  list: AskedPages<Invitation>
  /** Undefined: not known (yet). */
  counts: readonly number[] | undefined
}

export function InvitationsView({ level, onLevel, list, counts }: InvitationsViewProps) {
  const { t } = useTranslation("account")
  const tabs = LEVELS.map((value, place) => {
    const count = counts?.[place]
    return { value, label: t("invite.level", { level: value }), ...(count === undefined ? {} : { count }) }
  })
  return (
    <div className={styles.page}>
      <Tabs id="level" label={t("invite.levels")} tabs={tabs} value={level} onChange={onLevel} />
      <TabPanel id="level" value={level}>
        <AskedFace asked={list} skeleton={<SkeletonRows count={6} />} failed={t("invite.recordsFailed")}>
          {(rows) =>
            rows.length === 0 ? <Nobody level={level} /> : <Rows key={level} rows={rows} list={list} />
          }
        </AskedFace>
      </TabPanel>
    </div>
  )
}

function Nobody({ level }: { level: Level }) {
  const { t } = useTranslation("account")
  const action = (
    <ScreenLink to="/pages/user/share" className={styles.action}>
      {t("invite.share")}
    </ScreenLink>
  )
  return (
    <EmptyState glyph={Gift} action={level === "1" ? action : undefined}>
      {t(level === "1" ? "invite.nobody" : "invite.nobodyYet")}
    </EmptyState>
  )
}

function Rows({ rows, list }: { rows: Invitation[]; list: AskedPages<Invitation> }) {
  const { t, i18n } = useTranslation("account")
  const scroller = useMainScroller()
  if (!scroller) return null
  return (
    <Virtuoso
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={56}
      increaseViewportBy={400}
      endReached={list.loadMore}
      context={{ paging: list, failed: t("invite.recordsFailed") }}
      components={{ Footer: ListFoot }}
      itemContent={(_, row) => (
        <div className={styles.row}>
          <span className={styles.account}>{row.account}</span>
          <span className={styles.time}>
            {t("invite.registered", { time: momentText(row.registered, i18n.language) })}
          </span>
        </div>
      )}
    />
  )
}

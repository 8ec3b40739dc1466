/** The rows of the login history. The newest first; a try that failed says so in words, and what to do about it. */

import { useTranslation } from "react-i18next"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { logins } from "#core/wire/session-calls.ts"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { Moment } from "../../lists/moment.tsx"
import { AccessList } from "../../panels/access-rows/access-list.view.tsx"
import { AccessRow } from "../../panels/access-rows/access-row.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { deviceText } from "../../text/device-text.ts"
import { Badge } from "../../ui/badge.tsx"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { CircleAlert, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import reach from "../../ui/reach.module.css"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./logins.module.css"

type Row = ResponseOf<typeof logins>["rows"][number]

export function LoginsView({ list }: { list: AskedPages<Row> }) {
  const { t } = useTranslation("security")
  return (
    <AskedFace asked={list} skeleton={<SkeletonRows count={8} />} failed={t("face.failed")}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>{t("logins.empty")}</EmptyState>
        ) : (
          <>
            <div className={styles.advice}>
              <Note>
                {t("logins.notYou")}{" "}
                <ScreenLink to="/pages/user/password" className={classNames(reach.reach, styles.link)}>
                  {t("logins.changePassword")}
                </ScreenLink>
              </Note>
            </div>
            <section aria-label={t("app:screen.logins")}>
              <AccessList rows={rows} paging={list}>
                {(row) => <LoginRow row={row} />}
              </AccessList>
            </section>
          </>
        )
      }
    </AskedFace>
  )
}

function LoginRow({ row }: { row: Row }) {
  const { t } = useTranslation("security")
  const hasFailed = row.result !== "ok"
  return (
    <AccessRow
      device={deviceText(t, row.agent)}
      address={row.address}
      when={<Moment time={row.time} />}
      isWarned={hasFailed}
      mark={
        <Badge tone={hasFailed ? "danger" : "plain"} className={styles.result}>
          {hasFailed ? <Icon glyph={CircleAlert} size={12} /> : null}
          {t(`logins.${row.result}`)}
        </Badge>
      }
    />
  )
}

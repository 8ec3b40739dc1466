/** The list of sessions. This device first and marked, each other one with a way to log it out. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { sessions } from "#core/wire/session-calls.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { AccessList } from "../../panels/access-rows/access-list.view.tsx"
import { AccessRow } from "../../panels/access-rows/access-row.view.tsx"
import { deviceText } from "../../text/device-text.ts"
import { timeAgo } from "../../text/moments.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Smartphone } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import { hereFirst } from "./sessions.model.ts"
import styles from "./sessions.module.css"
import type { Ending } from "./sessions.route.tsx"

type Answer = ResponseOf<typeof sessions>
type Row = Answer["rows"][number]

interface SessionsViewProps {
  asked: Asked<Answer>
  ending: Ending
  /** `all`: all but this one. */
  onEnd: (which: string) => Promise<void>
}

export function SessionsView({ asked, ending, onEnd }: SessionsViewProps) {
  const { t } = useTranslation("security")
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={3} />} failed={t("face.failed")}>
      {({ rows }) => <Rows rows={hereFirst(rows)} ending={ending} onEnd={onEnd} />}
    </AskedFace>
  )
}

function Rows({ rows, ending, onEnd }: { rows: Row[] } & Omit<SessionsViewProps, "asked">) {
  const { t } = useTranslation("security")
  const [isAsking, setIsAsking] = useState(false)
  const hasOthers = rows.some(({ current }) => !current)
  return (
    <>
      <section aria-label={t("sessions.label")}>
        <AccessList rows={rows}>
          {(row) => <SessionRow row={row} isEnding={ending === row.id} onEnd={() => void onEnd(row.id)} />}
        </AccessList>
      </section>
      {hasOthers ? (
        <div className={styles.all}>
          <Button tone="outline" isBlock isBusy={ending === "all"} onClick={() => setIsAsking(true)}>
            {t("sessions.endAll")}
          </Button>
        </div>
      ) : (
        <EmptyState glyph={Smartphone}>{t("sessions.onlyHere")}</EmptyState>
      )}
      <Dialog
        isOpen={isAsking}
        title={t("sessions.askTitle")}
        safeAnswer={t("sessions.keep")}
        onSafe={() => setIsAsking(false)}
        answer={t("sessions.endAll")}
        tone="warn"
        isBusy={ending === "all"}
        onAnswer={() => void onEnd("all").then(() => setIsAsking(false))}
      >
        {t("sessions.askText")}
      </Dialog>
    </>
  )
}

function SessionRow({ row, isEnding, onEnd }: { row: Row; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation("security")
  const device = deviceText(t, row.agent)
  // The server's minute and ours differ by little; what is ahead is "now".
  const now = useEachSecond(true)
  const language = currentLanguage()
  const began = t("sessions.began", { time: timeAgo(row.began, now, language) })
  const seen = t("sessions.seen", { time: timeAgo(row.seen, now, language) })
  return (
    <AccessRow
      device={device}
      mark={row.current ? <Badge tone="accent">{t("sessions.here")}</Badge> : null}
      address={row.address}
      when={row.current ? began : `${began}, ${seen}`}
      end={
        row.current ? null : (
          <Button
            tone="outline"
            isBusy={isEnding}
            aria-label={t("sessions.endOne", { device })}
            onClick={onEnd}
          >
            {t("sessions.end")}
          </Button>
        )
      }
    />
  )
}

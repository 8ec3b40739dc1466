/** The list of passkeys. When each was made and used, and a way to remove it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { PASSKEYS_MAX, type passkeys } from "#core/wire/passkey-calls.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { AccessRow } from "../../panels/access-rows/access-row.view.tsx"
import { usePasskeyPlace } from "../../panels/entrance/passkey-ceremony.ts"
import { market } from "../../stores/market-store.ts"
import { timeAgo } from "../../text/moments.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Fingerprint, Icon, Plus } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./passkeys.module.css"

type Answer = ResponseOf<typeof passkeys>
type Row = Answer["rows"][number]

interface PasskeysViewProps {
  asked: Asked<Answer>
  isEnding: boolean
  onAdd: () => void
  onRemove: (id: string) => Promise<void>
}

export function PasskeysView({ asked, isEnding, onAdd, onRemove }: PasskeysViewProps) {
  const { t } = useTranslation("security")
  const { isHere, elsewhere } = usePasskeyPlace()
  /** Which is about to be removed. */
  const [wanted, setWanted] = useState<Row>()
  const close = () => setWanted(undefined)
  return (
    <div className={styles.page}>
      <p className={styles.text}>{t("passkeys.intro")}</p>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={2} />} failed={t("face.failed")}>
        {({ rows }) => (
          <>
            {!isHere ? (
              <Note>
                {elsewhere ? t("passkeys.elsewhere", { domain: elsewhere }) : t("passkeys.notHere")}
              </Note>
            ) : rows.length < PASSKEYS_MAX ? (
              <Button
                tone="accent"
                size="primary"
                isBlock
                icon={<Icon glyph={Plus} size={16} />}
                onClick={onAdd}
              >
                {t("passkeys.add")}
              </Button>
            ) : null}
            {rows.length === 0 ? (
              <EmptyState glyph={Fingerprint}>{t("passkeys.none")}</EmptyState>
            ) : (
              <ul className={styles.list} aria-label={t("app:screen.passkeys")}>
                {rows.map((row) => (
                  <OnePasskey key={row.id} row={row} onRemove={() => setWanted(row)} />
                ))}
              </ul>
            )}
          </>
        )}
      </AskedFace>
      <Dialog
        isOpen={wanted !== undefined}
        title={t("passkeys.askTitle", { name: wanted?.name ?? "" })}
        safeAnswer={t("passkeys.keep")}
        onSafe={close}
        answer={t("passkeys.remove")}
        tone="warn"
        isBusy={isEnding}
        onAnswer={() => void onRemove(wanted?.id ?? "").then(close)}
      >
        {t("passkeys.askText")}
      </Dialog>
    </div>
  )
}

function OnePasskey({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const { t } = useTranslation("security")
  const now = useEachSecond(true) + market.connection.clockOffset
  const ago = (time: number) => timeAgo(time, now, currentLanguage())
  const used = row.used === 0 ? t("passkeys.neverUsed") : t("passkeys.used", { time: ago(row.used) })
  return (
    <li>
      <AccessRow
        device={row.name}
        mark={<Badge>{t(row.isSynced ? "passkeys.synced" : "passkeys.oneDevice")}</Badge>}
        when={`${used} · ${t("passkeys.made", { time: ago(row.made) })}`}
        end={
          <Button tone="outline" aria-label={t("passkeys.removeOne", { name: row.name })} onClick={onRemove}>
            {t("passkeys.remove")}
          </Button>
        }
      />
    </li>
  )
}

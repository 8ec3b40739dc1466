/** The list of API keys. What each may do and when it was used, and a way to revoke one or all. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { KeyRow } from "#core/wire/api-key.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { market } from "../../stores/market-store.ts"
import { momentText, timeAgo } from "../../text/moments.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Bot, Icon, Plus } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./api-keys.module.css"

interface ApiKeysViewProps {
  asked: Asked<{ rows: KeyRow[] }>
  isEnding: boolean
  onCreate: () => void
  /** Undefined: all. */
  onRevoke: (id: string | undefined) => Promise<void>
}

export function ApiKeysView({ asked, isEnding, onCreate, onRevoke }: ApiKeysViewProps) {
  const { t } = useTranslation("apiKeys")
  /** Which is about to be revoked. */
  const [wanted, setWanted] = useState<KeyRow | "all">()
  const close = () => setWanted(undefined)
  return (
    <div className={styles.page}>
      <p className={styles.text}>{t("intro")}</p>
      <p className={styles.text}>
        <a className={styles.link} href="/docs#signed" target="_blank" rel="noreferrer">
          {t("signing")}
        </a>
      </p>
      <Button tone="accent" size="primary" isBlock icon={<Icon glyph={Plus} size={16} />} onClick={onCreate}>
        {t("create")}
      </Button>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={2} />} failed={t("failed")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState glyph={Bot}>{t("none")}</EmptyState>
          ) : (
            <>
              <ul className={styles.list} aria-label={t("app:screen.apiKeys")}>
                {rows.map((row) => (
                  <OneKey key={row.id} row={row} onRevoke={() => setWanted(row)} />
                ))}
              </ul>
              {rows.length > 1 ? (
                <Button tone="outline" isBlock onClick={() => setWanted("all")}>
                  {t("revokeAll")}
                </Button>
              ) : null}
            </>
          )
        }
      </AskedFace>
      <Dialog
        isOpen={wanted !== undefined}
        title={
          wanted === undefined || wanted === "all"
            ? t("askAllTitle")
            : t("askOneTitle", { name: wanted.name })
        }
        safeAnswer={t("keep")}
        onSafe={close}
        answer={wanted === "all" ? t("revokeAll") : t("revoke")}
        tone="warn"
        isBusy={isEnding}
        onAnswer={() => void onRevoke(wanted === "all" ? undefined : wanted?.id).then(close)}
      >
        {t("askText")}
      </Dialog>
    </div>
  )
}

function OneKey({ row, onRevoke }: { row: KeyRow; onRevoke: () => void }) {
  const { t } = useTranslation("apiKeys")
  const now = useEachSecond(true) + market.connection.clockOffset
  const language = currentLanguage()
  const ago = (time: number) => timeAgo(time, now, language)
  const isExpired = row.expires > 0 && row.expires <= now
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.first}>
          <span className={styles.name}>{row.name}</span>
          {isExpired ? <Badge tone="danger">{t("expired")}</Badge> : null}
          {row.scopes.map((scope) => (
            <Badge key={scope} tone={scope === "read" ? "plain" : "accent"}>
              {t(`scope.${scope}`)}
            </Badge>
          ))}
        </div>
        <code className={styles.key}>{row.key}</code>
        <div className={styles.second}>
          {row.used === 0 ? t("neverUsed") : t("used", { time: ago(row.used), address: row.usedFrom })}
          {" · "}
          {t("made", { time: ago(row.made) })}
        </div>
        <div className={styles.second}>
          {row.expires === 0 ? t("never") : t("expires", { time: momentText(row.expires, language) })}
          {" · "}
          {row.addresses.length === 0 ? t("any") : row.addresses.join(", ")}
        </div>
      </div>
      <Button tone="outline" aria-label={t("revokeOne", { name: row.name })} onClick={onRevoke}>
        {t("revoke")}
      </Button>
    </li>
  )
}

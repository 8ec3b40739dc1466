/** What stands beside an account's name: its public number, to be copied, and its credit score. */

import { useTranslation } from "react-i18next"
import { copyAndSay } from "../text/copy-and-say.ts"
import { Copy, Icon } from "../ui/icon.tsx"
import { creditShare } from "./account-words.ts"
import styles from "./user-figures.module.css"

export function UserNumber({ uid }: { uid: string }) {
  const { t } = useTranslation("account")
  return (
    <button
      type="button"
      className={styles.uid}
      aria-label={t("panel.copyUid", { uid })}
      onClick={() => void copyAndSay(uid)}
    >
      {t("panel.uid")} {uid}
      <Icon glyph={Copy} size={16} className={styles.copy} />
    </button>
  )
}

export function CreditScore({ score }: { score: number }) {
  const { t } = useTranslation("account")
  return (
    <span className={styles.credit}>
      <span className={styles.name}>{t("panel.credit")}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.filled} style={{ width: `${creditShare(score)}%` }} />
      </span>
      <span className={styles.score}>{score}</span>
    </span>
  )
}

/** An API key that was just made, with its secret: shown this once. */

import { useTranslation } from "react-i18next"
import type { KeyRow } from "#core/wire/api-key.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { Button } from "../../ui/button.tsx"
import { Copy } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./api-keys.module.css"

export interface Made {
  row: KeyRow
  /** Empty where the user has their own key pair. */
  secret: string
}

export function FreshKey({ made: { row, secret }, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useTranslation("apiKeys")
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t("fresh.title")}</h2>
      <Note tone={secret === "" ? "info" : "warn"} isAlert>
        {secret === "" ? t("fresh.textOwn") : t("fresh.text")}
      </Note>
      <dl className={styles.facts}>
        <Fact name={t("fresh.key")} value={row.key} copy={t("fresh.copyKey")} />
        {secret === "" ? null : <Fact name={t("fresh.secret")} value={secret} copy={t("fresh.copySecret")} />}
      </dl>
      <Button tone="accent" size="primary" isBlock onClick={onDone}>
        {t("fresh.done")}
      </Button>
    </div>
  )
}

function Fact({ name, value, copy }: { name: string; value: string; copy: string }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.second}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.copy}>
        <IconButton glyph={Copy} label={copy} onClick={() => void copyAndSay(value)} />
      </dd>
    </div>
  )
}

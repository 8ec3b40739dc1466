/** What a shared layout would make of the desk, before it is taken; or why it can't be. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { type DeskLayout, standardColumns } from "#core/workspace/layout.ts"
import type { ReadLayout } from "#core/workspace/layout-schema.ts"
import { followLayouts } from "../../panels/desk/follow-layouts.ts"
import { useLayoutChoice } from "../../panels/desk/use-layout-choice.ts"
import { widthClassOf } from "../../stores/layout-store.ts"
import { type LayoutNameRefusal, saveLayout } from "../../stores/layouts-store.ts"
import { newItemId } from "../../stores/own-list.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Note } from "../../ui/note.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./layout.module.css"

export function LayoutView({ read }: { read: ReadLayout }) {
  const { t } = useTranslation("workspace")
  if (!read.ok) return <EmptyState>{t(`desk.refused.${read.problem}`)}</EmptyState>
  return <Offered layout={read.layout} />
}

function Offered({ layout }: { layout: DeskLayout }) {
  const { t } = useTranslation("workspace")
  const isDesk = useIsDesk()
  const choice = useLayoutChoice()
  const [refusal, setRefusal] = useState<LayoutNameRefusal | null>(null)
  useEffect(followLayouts, [])
  const take = () => {
    const own = { ...layout, id: newItemId() }
    const why = saveLayout(own)
    setRefusal(why)
    if (!why) choice.chooseLayout(own)
  }
  const columns =
    layout.columns.length > 0 ? layout.columns : standardColumns(widthClassOf(window.innerWidth))
  return (
    <section className={styles.offered} aria-label={layout.name}>
      <h2 className={styles.name}>
        <bdi>{layout.name}</bdi>
      </h2>
      <p className={styles.hint}>{t("desk.offered")}</p>
      <ol className={styles.desk}>
        {columns.map((column) => (
          <li key={column.join("+")} className={styles.column}>
            {column.map((panel) => (
              <span key={panel} className={styles.panel}>
                {t(`desk.panel.${panel}`)}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {refusal ? (
        <Note tone="danger" isAlert>
          {t(`desk.refused.${refusal}`)}
        </Note>
      ) : null}
      {isDesk ? null : <Note>{t("desk.onDesk")}</Note>}
      <Button tone="accent" size="primary" isBlock onClick={take}>
        {t("desk.take")}
      </Button>
    </section>
  )
}

/** Keeps the desk as it is under a name, or takes a layout from a file. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { LAYOUT_LENGTH_MAX, LAYOUT_NAME_MAX } from "#core/workspace/layout.ts"
import { type LayoutRefusal, readShared } from "#core/workspace/layout-schema.ts"
import { type LayoutNameRefusal, saveLayout } from "../../stores/layouts-store.ts"
import { newItemId } from "../../stores/own-list.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./desk-sheet.module.css"
import { layoutOfDesk } from "./layout-of-desk.ts"
import type { LayoutChoice } from "./use-layout-choice.ts"

export function SaveLayout({ choice }: { choice: LayoutChoice }) {
  const { t } = useTranslation("workspace")
  const [name, setName] = useState("")
  const [refusal, setRefusal] = useState<LayoutNameRefusal | null>(null)
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const layout = layoutOfDesk(name.replace(/\s+/g, " ").trim(), choice.instrument)
          const why = saveLayout(layout)
          setRefusal(why)
          if (why) return
          setName("")
          choice.chooseLayout(layout)
        }}
      >
        <div className={styles.field}>
          <TextField
            label={t("desk.name")}
            name="layout"
            autoComplete="off"
            value={name}
            // Some more than fits, so that a pasted name is refused with its reason, not silently cut.
            maxLength={LAYOUT_NAME_MAX * 4}
            problem={refusal ? t(`desk.refused.${refusal}`) : undefined}
            hint={t("desk.saveHint")}
            onChange={(text) => {
              setName(text)
              setRefusal(null)
            }}
          />
        </div>
        <Button type="submit" tone="outline" className={styles.save}>
          {t("desk.save")}
        </Button>
      </form>
      <FromFile choice={choice} />
    </>
  )
}

/** A file is somebody's word: it is checked as a link is, and says why it can't be taken. */
function FromFile({ choice }: { choice: LayoutChoice }) {
  const { t } = useTranslation("workspace")
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<LayoutRefusal | LayoutNameRefusal | null>(null)
  const take = async (file: File) => {
    if (file.size > LAYOUT_LENGTH_MAX * 4) return setProblem("large")
    const read = readShared(await file.text())
    if (!read.ok) return setProblem(read.problem)
    const layout = { ...read.layout, id: newItemId() }
    const why = saveLayout(layout)
    setProblem(why)
    if (!why) choice.chooseLayout(layout)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className={styles.file}
        aria-label={t("desk.open")}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ""
          if (file) void take(file)
        }}
      />
      <Button tone="plain" onClick={() => input.current?.click()}>
        {t("desk.open")}
      </Button>
      {problem ? (
        <Note tone="danger" isAlert>
          {t(`desk.refused.${problem}`)}
        </Note>
      ) : null}
    </>
  )
}

/** The note and tags of one position, to be written. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { NOTE_LENGTH_MAX, setPositionNote, TAG_LENGTH_MAX, TAGS_MAX } from "#core/wire/journal-calls.ts"
import { call } from "../../../api/call.ts"
import { Button } from "../../../ui/button.tsx"
import { Note } from "../../../ui/note.tsx"
import { Sheet } from "../../../ui/sheet.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { showToast } from "../../../ui/toaster.ts"
import { type PositionNote, readTags } from "./journal.model.ts"
import styles from "./journal.module.css"

interface NoteSheetProps {
  position: number
  /** The position by name. */
  name: string
  known: PositionNote | undefined
  onClose: () => void
  onSaved: () => void
}

export function NoteSheet({ position, name, known, onClose, onSaved }: NoteSheetProps) {
  const { t } = useTranslation("journal")
  const [note, setNote] = useState(known?.note ?? "")
  const [typed, setTyped] = useState(known?.tags.join(", ") ?? "")
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tags = readTags(typed)
  const limits = { tags: TAGS_MAX, letters: TAG_LENGTH_MAX }
  const save = async () => {
    if (!tags || isBusy) return
    setIsBusy(true)
    const answer = await call(setPositionNote, { position, note: note.trim(), tags })
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.failure.text)
    showToast("success", t("note.saved"))
    onSaved()
    onClose()
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("note.of", { position: name })}
      footer={
        <Button
          tone="accent"
          size="primary"
          isBlock
          isBusy={isBusy}
          disabled={!tags}
          onClick={() => void save()}
        >
          {t("note.save")}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={t("note.note")}
          value={note}
          onChange={setNote}
          name="note"
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={NOTE_LENGTH_MAX}
          hint={t("note.private")}
        />
        <TextField
          label={t("note.tags")}
          value={typed}
          onChange={setTyped}
          name="tags"
          autoComplete="off"
          hint={t("note.tagsHint", limits)}
          problem={tags ? undefined : t("note.tagsWrong", limits)}
        />
        {problem ? (
          <Note tone="danger" isAlert>
            {problem}
          </Note>
        ) : null}
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

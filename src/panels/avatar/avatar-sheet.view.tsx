/** How does the sheet of the own picture look? Choose one, crop it to a square, use it. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../../ui/button.tsx"
import { Icon, ImagePlus, Trash2 } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { type PictureProblem, readPicture } from "../../ui/picture-file.ts"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./avatar.module.css"
import { useAvatarSending } from "./avatar-sending.ts"
import { type Crop, wholeCrop } from "./crop.model.ts"
import { CropField } from "./crop-field.view.tsx"

interface AvatarSheetProps {
  isOpen: boolean
  /** There is one that can be taken away. */
  hasPicture: boolean
  onClose: () => void
}

interface Chosen {
  bitmap: ImageBitmap
  crop: Crop
}

export function AvatarSheet({ isOpen, hasPicture, onClose }: AvatarSheetProps) {
  const { t } = useTranslation("account")
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<PictureProblem>()
  const close = () => {
    setChosen(undefined)
    setProblem(undefined)
    sending.forgive()
    onClose()
  }
  const sending = useAvatarSending(close)
  const bitmap = chosen?.bitmap
  // A bitmap of a phone's camera takes 50 MB until it is closed.
  useEffect(() => () => bitmap?.close(), [bitmap])

  const pick = async (file: File) => {
    sending.forgive()
    const read = await readPicture(file)
    setProblem(read.ok ? undefined : read.problem)
    setChosen(read.ok ? { bitmap: read.bitmap, crop: wholeCrop(read.bitmap) } : undefined)
  }
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : close())}
      title={t("avatar.title")}
      footer={
        chosen ? (
          <Button
            tone="accent"
            size="primary"
            isBlock
            isBusy={sending.isBusy}
            onClick={() => sending.send(chosen.bitmap, chosen.crop)}
          >
            {t("avatar.use")}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.sheet}>
        {chosen ? (
          <CropField
            bitmap={chosen.bitmap}
            crop={chosen.crop}
            onChange={(crop) => setChosen({ ...chosen, crop })}
          />
        ) : (
          <p className={styles.text}>{t("avatar.text")}</p>
        )}
        {problem || sending.refusal ? (
          <Note tone="danger" isAlert>
            {problem ? t(`identity.problem.${problem}`) : sending.refusal}
          </Note>
        ) : null}
        <div className={styles.choices}>
          <FileButton isLocked={sending.isBusy} isFirst={!chosen} onPick={(file) => void pick(file)} />
          {hasPicture && !chosen ? (
            <Button
              tone="outline"
              isBusy={sending.isBusy}
              icon={<Icon glyph={Trash2} size={16} />}
              onClick={sending.remove}
            >
              {t("avatar.remove")}
            </Button>
          ) : null}
        </div>
      </div>
    </Sheet>
  )
}

interface FileButtonProps {
  isLocked: boolean
  isFirst: boolean
  onPick: (file: File) => void
}

function FileButton({ isLocked, isFirst, onPick }: FileButtonProps) {
  const { t } = useTranslation("account")
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        data-avatar=""
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ""
          if (file) onPick(file)
        }}
      />
      <Button
        disabled={isLocked}
        icon={<Icon glyph={ImagePlus} size={16} />}
        onClick={() => input.current?.click()}
      >
        {t(isFirst ? "avatar.choose" : "avatar.other")}
      </Button>
    </>
  )
}

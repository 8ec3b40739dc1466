/**
 * The picture of one side of a document. By camera or from a file, with a preview, another try, and how far it was
 * sent.
 */

import { useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { fileSize } from "../../text/file-size.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Camera, CircleCheck, Icon, IdCard, ImagePlus } from "../../ui/icon.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"
import { draft, pickPicture, type Side, type SideName } from "./identity-draft.ts"
import styles from "./picture-card.module.css"

interface PictureCardProps {
  name: SideName
  /** The form is on its way: nothing can be changed. */
  isLocked: boolean
  isMissing: boolean
}

export function PictureCard({ name, isLocked, isMissing }: PictureCardProps) {
  const { t } = useTranslation("account")
  const side = useSnapshot(draft)[name] as Side
  const id = useId()
  const isProblem = side.problem !== null || side.state === "failed" || (isMissing && side.state === "empty")
  return (
    <section
      className={classNames(styles.card, isProblem && styles.refused)}
      data-problem={isProblem || undefined}
      aria-labelledby={id}
    >
      <h2 id={id} className={styles.title}>
        {t(`identity.${name}`)}
      </h2>
      <div className={styles.picture} aria-busy={side.state === "reading" || undefined}>
        {side.preview ? (
          <img src={side.preview} alt={t("identity.preview", { side: t(`identity.${name}`) })} />
        ) : (
          <Icon glyph={IdCard} size={28} />
        )}
      </div>
      {side.state === "sending" ? <Progress name={name} side={side} /> : null}
      <p className={classNames(styles.words, isProblem && styles.problem)} role="status">
        {side.state === "sent" ? <Icon glyph={CircleCheck} size={16} className={styles.check} /> : null}
        <Words side={side} isMissing={isMissing} />
      </p>
      {side.state === "sending" ? null : <Choices name={name} side={side} isLocked={isLocked} />}
    </section>
  )
}

function Words({ side, isMissing }: { side: Side; isMissing: boolean }) {
  const { t, i18n } = useTranslation("account")
  if (side.problem !== null) return t(`identity.problem.${side.problem}`)
  switch (side.state) {
    case "empty":
      return isMissing ? t("identity.pictureMissing") : null
    case "reading":
      return t("identity.reading")
    case "chosen":
      return side.sent > 0
        ? t("identity.paused")
        : t("identity.ready", { size: fileSize(side.picture?.size ?? 0, i18n.language) })
    case "sending":
      return side.isWaiting ? t("identity.waiting") : null
    case "sent":
      return t("identity.sent")
    case "failed":
      return side.refusal
  }
}

function Progress({ name, side }: { name: SideName; side: Side }) {
  const { t } = useTranslation("account")
  const percent = Math.floor((100 * side.sent) / Math.max(1, side.picture?.size ?? 1))
  return (
    <div className={styles.progress}>
      <ProgressBar
        className={styles.bar}
        aria-label={t("identity.progress", { side: t(`identity.${name}`) })}
        max={100}
        value={percent}
      />
      <span aria-hidden="true">{percent} %</span>
    </div>
  )
}

/** `image/*`: phones then offer camera and gallery by themselves; a true camera button is for fingers only. */
function Choices({ name, side, isLocked }: { name: SideName; side: Side; isLocked: boolean }) {
  const { t } = useTranslation("account")
  const camera = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const label = t(`identity.${name}`)
  const input = (ref: typeof file, capture?: "environment") => (
    <input
      ref={ref}
      type="file"
      hidden
      accept="image/*"
      capture={capture}
      data-side={capture ? undefined : name}
      onChange={(event) => {
        const picked = event.target.files?.[0]
        // The same file again must count as a choice.
        event.target.value = ""
        if (picked) void pickPicture(name, picked)
      }}
    />
  )
  const isFirst = side.preview === ""
  return (
    <div className={styles.choices}>
      {input(camera, "environment")}
      {input(file)}
      <Button
        className={styles.camera}
        disabled={isLocked}
        icon={<Icon glyph={Camera} size={16} />}
        aria-label={`${t(isFirst ? "identity.camera" : "identity.retake")}: ${label}`}
        onClick={() => camera.current?.click()}
      >
        {t(isFirst ? "identity.camera" : "identity.retake")}
      </Button>
      <Button
        disabled={isLocked}
        icon={<Icon glyph={ImagePlus} size={16} />}
        aria-label={`${t(isFirst ? "identity.file" : "identity.otherFile")}: ${label}`}
        onClick={() => file.current?.click()}
      >
        {t(isFirst ? "identity.file" : "identity.otherFile")}
      </Button>
    </div>
  )
}

/** The picture of a position with how it is to look, and the ways to take it along. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { invite as inviteCall } from "#core/wire/invite-calls.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { saveFile } from "../../api/download.ts"
import { useAnswer } from "../../api/query.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { useBrandName } from "../../page-head/brand.tsx"
import { brand as brandStore } from "../../stores/brand-store.ts"
import { hiddenAmounts } from "../../stores/hidden-amounts.ts"
import { preferences } from "../../stores/preferences-store.ts"
import { Button } from "../../ui/button.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { Download, Icon, Share2 } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Switch } from "../../ui/switch.tsx"
import { showToast } from "../../ui/toaster.ts"
import { pngOf } from "./draw-picture.ts"
import { layoutOf, type PictureInvite, SHAPES, type Shape } from "./picture-layout.ts"
import { LOOKS, type Look } from "./picture-looks.ts"
import { pictureText, pictureWords } from "./picture-words.ts"
import styles from "./share.module.css"
import type { ShareFigures } from "./share-figures.ts"
import { usePicture } from "./use-picture.ts"

interface ShareViewProps {
  id: number
  figures: ShareFigures
  /** Takes the present figures. Left out: they don't change any more. */
  onRefresh?: () => void
}

export function ShareView({ id, figures, onRefresh }: ShareViewProps) {
  const { t, i18n } = useTranslation("share")
  const brand = useBrandName()
  const { logo } = useSnapshot(brandStore)
  const { areHidden } = useSnapshot(hiddenAmounts)
  const [look, setLook] = useState<Look>(() => (preferences.theme === "white" ? "day" : "night"))
  const [shape, setShape] = useState<Shape>("square")
  const [hasMoney, setHasMoney] = useState(false)
  const [hasInvite, setHasInvite] = useState(true)
  const asked = useInvite()
  const words = pictureWords(figures, {
    ...{ t, language: i18n.language, brand, hasMark: logo === "" },
    isMoneyShown: hasMoney && !areHidden,
    invite: hasInvite ? asked.invite : null,
  })
  const { canvas, state } = usePicture(layoutOf(shape, words), look)
  const isReady = state === "drawn" && !(hasInvite && asked.isWaiting)
  const take = async (use: (file: File) => Promise<void> | void) => {
    const png = canvas.current && (await pngOf(canvas.current))
    if (!png) return void showToast("failure", t("notDrawn"))
    await use(new File([png], fileName(figures, id), { type: "image/png" }))
  }
  const save = (file: File) => {
    saveFile(file, file.name)
    showToast("success", t("saved", { name: file.name }))
  }
  const share = async (file: File) => {
    const { call = "", link = "" } = words.invite ?? {}
    try {
      await navigator.share({ files: [file], ...(link && { text: `${call}\n${link}` }) })
    } catch (error) {
      // Closed without choosing: that is an answer as well.
      if (!(error instanceof DOMException && error.name === "AbortError")) save(file)
    }
  }
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <div className={styles.stage}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={pictureText(words, t)}
          aria-busy={!isReady}
          className={styles.picture}
          {...SHAPES[shape]}
        />
      </div>
      <div className={styles.controls}>
        <div className={styles.choice}>
          <p aria-hidden="true">{t("look.label")}</p>
          <ChipBar<Look>
            label={t("look.label")}
            place="sheet"
            chips={LOOKS.map((value) => ({ value, label: t(`look.${value}`) }))}
            value={look}
            onChange={setLook}
          />
        </div>
        <div className={styles.choice}>
          <p aria-hidden="true">{t("shape.label")}</p>
          <Segmented<Shape>
            label={t("shape.label")}
            segments={(Object.keys(SHAPES) as Shape[]).map((value) => ({
              value,
              label: t(`shape.${value}`),
            }))}
            value={shape}
            onChange={setShape}
          />
        </div>
        <SwitchRow
          label={t("money")}
          isOn={hasMoney && !areHidden}
          isDisabled={areHidden}
          onChange={setHasMoney}
        >
          {areHidden ? t("moneyHidden") : null}
        </SwitchRow>
        <SwitchRow label={t("invite")} isOn={hasInvite} onChange={setHasInvite} />
        {hasInvite && asked.hasFailed ? (
          <Note tone="warn" isAlert>
            {t("inviteFailed")}{" "}
            <button type="button" className={styles.retry} onClick={asked.retry}>
              {t("app:retry")}
            </button>
          </Note>
        ) : null}
        {state === "failed" ? (
          <Note tone="danger" isAlert>
            {t("notDrawn")}
          </Note>
        ) : null}
        {onRefresh ? (
          <Button tone="plain" isBlock onClick={onRefresh}>
            {t("refresh")}
          </Button>
        ) : null}
        <div className={styles.actions}>
          {canShareFiles() ? (
            <Button
              tone="accent"
              size="primary"
              disabled={!isReady}
              icon={<Icon glyph={Share2} size={16} />}
              onClick={() => void take(share)}
            >
              {t("short")}
            </Button>
          ) : null}
          <Button
            tone={canShareFiles() ? "outline" : "accent"}
            size="primary"
            disabled={!isReady}
            icon={<Icon glyph={Download} size={16} />}
            onClick={() => void take(save)}
          >
            {t("save")}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface SwitchRowProps {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
  children?: string | null
}

function SwitchRow({ label, isOn, isDisabled = false, onChange, children = null }: SwitchRowProps) {
  return (
    <div className={styles.row}>
      <span>
        {label}
        {children ? <small>{children}</small> : null}
      </span>
      <Switch label={label} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}

interface AskedInvite {
  /** Null: not there yet, or not to be had. */
  invite: PictureInvite | null
  isWaiting: boolean
  hasFailed: boolean
  retry: () => void
}

function useInvite(): AskedInvite {
  const { t } = useTranslation("account")
  const brand = useBrandName()
  const { data, failure, retry } = useAnswer(inviteCall, {})
  return {
    invite: data
      ? {
          call: t("invite.message", { brand }),
          ...{ label: t("invite.code"), text: data.code, address: window.location.host },
          link: `${window.location.origin}${window.location.pathname}${data.link}`,
        }
      : null,
    isWaiting: data === undefined && failure === undefined,
    hasFailed: failure !== undefined,
    retry,
  }
}

const fileName = ({ contract, side }: ShareFigures, id: number) =>
  `${contract.replace("/", "-")}-${side}-${id}.png`

/** Whether the device's share sheet takes pictures. */
const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], "picture.png", { type: "image/png" })] }) ?? false

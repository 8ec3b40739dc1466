/** The ways to take the picture along: into a file, or into the device's share sheet where that takes pictures. */

import type { RefObject } from "react"
import { useTranslation } from "react-i18next"
import { saveFile } from "../../api/download.ts"
import { Button } from "../../ui/button.tsx"
import { Download, Icon, Share2 } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toaster.ts"
import { pngOf } from "./draw-picture.ts"
import styles from "./share.module.css"

interface ShareActionsProps {
  canvas: RefObject<HTMLCanvasElement | null>
  isReady: boolean
  /** Of the file. */
  name: string
  /** Goes along into the share sheet; empty: nothing does. */
  text: string
}

export function ShareActions({ canvas, isReady, name, text }: ShareActionsProps) {
  const { t } = useTranslation("share")
  const canShare = canShareFiles()
  const take = async (use: (file: File) => Promise<void> | void) => {
    const png = canvas.current && (await pngOf(canvas.current))
    if (!png) return void showToast("failure", t("notDrawn"))
    await use(new File([png], name, { type: "image/png" }))
  }
  const save = (file: File) => {
    saveFile(file, name)
    showToast("success", t("saved", { name }))
  }
  const share = async (file: File) => {
    try {
      await navigator.share({ files: [file], ...(text && { text }) })
    } catch (error) {
      // Closed without choosing: that is an answer as well.
      if (!(error instanceof DOMException && error.name === "AbortError")) save(file)
    }
  }
  return (
    <div className={styles.actions}>
      {canShare ? (
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
        tone={canShare ? "outline" : "accent"}
        size="primary"
        disabled={!isReady}
        icon={<Icon glyph={Download} size={16} />}
        onClick={() => void take(save)}
      >
        {t("save")}
      </Button>
    </div>
  )
}

const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], "picture.png", { type: "image/png" })] }) ?? false

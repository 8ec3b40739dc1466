/** The look of a drawing: colour, width and dashes; and its copy in another market. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DRAWING_COLOURS, DRAWING_DASHES, DRAWING_WIDTHS, type Drawing } from "#core/drawing/drawing.ts"
import { draw, openBoard } from "../../../stores/drawing-store.ts"
import { market } from "../../../stores/market-store.ts"
import { session } from "../../../stores/session-store.ts"
import { marketTitle } from "../../../text/market-title.ts"
import { Button } from "../../../ui/button.tsx"
import { Select } from "../../../ui/select.tsx"
import { Sheet } from "../../../ui/sheet.tsx"
import { showToast } from "../../../ui/toaster.ts"
import styles from "./chosen-bar.module.css"
import { followDrawings } from "./drawing-sync.ts"
import { copied } from "./new-drawing.ts"

interface LookSheetProps {
  drawing: Drawing
  instrument: string
  onChange: (changed: Partial<Drawing>) => void
  onClose: () => void
}

export function LookSheet({ drawing, instrument, onChange, onClose }: LookSheetProps) {
  const { t } = useTranslation("drawing")
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("look")}>
      <div className={styles.sheet}>
        <fieldset className={styles.palette} aria-label={t("colour")}>
          {DRAWING_COLOURS.map((colour, at) => (
            <button
              key={colour}
              type="button"
              className={styles.choice}
              aria-pressed={colour === drawing.colour}
              aria-label={t("market:chart.colourNumber", { number: at + 1 })}
              onClick={() => onChange({ colour })}
            >
              <span className={styles.swatch} style={{ background: `var(--${colour})` }} />
            </button>
          ))}
        </fieldset>
        <div className={styles.line}>
          <span>{t("width")}</span>
          <Select
            label={t("width")}
            options={DRAWING_WIDTHS.map((width) => ({ value: String(width), label: `${width} px` }))}
            value={String(drawing.width)}
            onChange={(width) => onChange({ width: Number(width) })}
          />
        </div>
        <div className={styles.line}>
          <span>{t("dashes")}</span>
          <Select
            label={t("dashes")}
            options={DRAWING_DASHES.map((dash) => ({ value: dash, label: t(`dash.${dash}`) }))}
            value={drawing.dash}
            onChange={(dash) => onChange({ dash })}
          />
        </div>
        <CopyRow drawing={drawing} instrument={instrument} />
      </div>
    </Sheet>
  )
}

function CopyRow({ drawing, instrument }: Pick<LookSheetProps, "drawing" | "instrument">) {
  const { t } = useTranslation("drawing")
  const { catalogue } = useSnapshot(market)
  const others = (catalogue?.all ?? []).map(({ id }) => id as string).filter((id) => id !== instrument)
  const [chosen, setChosen] = useState<string>()
  const target = chosen ?? others[0]
  if (target === undefined) return null
  const copy = () => {
    const owner = session.token === null ? "" : session.user?.user_id
    if (owner === undefined) return
    openBoard(target, owner)
    draw(target, [{ after: copied(drawing) }])
    // Nobody looks at that market: it is taken to the server from here.
    if (owner !== "") followDrawings(target)()
    showToast("success", t("copied", { market: marketTitle(target) }))
  }
  return (
    <div className={styles.line}>
      <Select
        label={t("copyTo")}
        options={others.map((id) => ({ value: id, label: marketTitle(id) }))}
        value={target}
        onChange={setChosen}
      />
      <Button tone="outline" onClick={copy}>
        {t("copy")}
      </Button>
    </div>
  )
}

/** All drawings of a market as a list: chosen, shown, locked and deleted without finding them on the chart. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Drawing } from "#core/drawing/drawing.ts"
import { boards, choose, draw } from "../../../stores/drawing-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Button } from "../../../ui/button.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Eye, EyeOff, Icon, Lock, LockOpen, Trash2 } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { Sheet } from "../../../ui/sheet.tsx"
import styles from "./toolbar.module.css"
import { TOOL_ICONS } from "./tools.ts"

interface DrawingListProps {
  instrument: string
  onClose: () => void
}

export function DrawingList({ instrument, onClose }: DrawingListProps) {
  const { t } = useTranslation("drawing")
  const drawings = (useSnapshot(boards).byId[instrument]?.drawings ?? []) as readonly Drawing[]
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("list")}>
      {drawings.length === 0 ? <EmptyState>{t("none")}</EmptyState> : null}
      <ul className={styles.list}>
        {drawings.toReversed().map((drawing) => (
          <Row key={drawing.id} drawing={drawing} instrument={instrument} onClose={onClose} />
        ))}
      </ul>
      {drawings.length > 0 ? (
        <Button
          tone="outline"
          onClick={() =>
            draw(
              instrument,
              drawings.map((before) => ({ before })),
            )
          }
        >
          {t("removeAll")}
        </Button>
      ) : null}
    </Sheet>
  )
}

function Row({ drawing, instrument, onClose }: DrawingListProps & { drawing: Drawing }) {
  const { t, i18n } = useTranslation("drawing")
  const change = (changed: Partial<Drawing>) =>
    draw(instrument, [{ before: drawing, after: { ...drawing, ...changed } }])
  const price = formatDecimal(drawing.points[0]?.price ?? "", i18n.language)
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.name}
        onClick={() => {
          choose(instrument, drawing.id)
          onClose()
        }}
      >
        <span style={{ color: `var(--${drawing.colour})` }}>
          <Icon glyph={TOOL_ICONS[drawing.kind]} size={16} />
        </span>
        <span className={styles.said}>{drawing.text || t(`kind.${drawing.kind}`)}</span>
        <span className="num">{price}</span>
      </button>
      <IconButton
        glyph={drawing.hidden ? EyeOff : Eye}
        size={16}
        label={t(drawing.hidden ? "show" : "hide")}
        onClick={() => change({ hidden: !drawing.hidden })}
      />
      <IconButton
        glyph={drawing.locked ? Lock : LockOpen}
        size={16}
        label={t(drawing.locked ? "unlock" : "lock")}
        onClick={() => change({ locked: !drawing.locked })}
      />
      <IconButton
        glyph={Trash2}
        size={16}
        label={t("remove")}
        onClick={() => draw(instrument, [{ before: drawing }])}
      />
    </li>
  )
}

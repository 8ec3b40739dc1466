/** The row of drawing tools: at the chart's left on a desk, below it on a phone. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DRAWING_KINDS } from "#core/drawing/drawing.ts"
import { boards, redo, setBoardHidden, undo } from "../../../stores/drawing-store.ts"
import { drawingTools, setDrawingTools } from "../../../stores/drawing-tools.ts"
import { Eye, EyeOff, List, Magnet, Redo2, Undo2, X } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { DrawingList } from "./drawing-list.view.tsx"
import styles from "./toolbar.module.css"
import { TOOL_ICONS } from "./tools.ts"

interface ToolbarProps {
  instrument: string
  /** `side`: upright beside the chart. */
  place: "side" | "below"
}

export function DrawingToolbar({ instrument, place }: ToolbarProps) {
  const { t } = useTranslation("drawing")
  const { tool, isMagnet } = useSnapshot(drawingTools)
  const board = useSnapshot(boards).byId[instrument]
  const [isListOpen, setIsListOpen] = useState(false)
  const isHidden = board?.isHidden === true
  const isEmpty = !board || board.drawings.length === 0
  return (
    <div className={styles.bar} data-place={place} role="toolbar" aria-label={t("tools")}>
      {DRAWING_KINDS.map((kind) => (
        <IconButton
          key={kind}
          glyph={TOOL_ICONS[kind]}
          size={16}
          label={t(`kind.${kind}`)}
          className={styles.tool}
          aria-pressed={kind === tool}
          data-tool={kind}
          onClick={() => {
            if (isHidden) setBoardHidden(instrument, false)
            setDrawingTools({ tool: kind === tool ? undefined : kind })
          }}
        />
      ))}
      <span className={styles.divider} aria-hidden="true" />
      <IconButton
        glyph={Magnet}
        size={16}
        label={t("magnet")}
        className={styles.tool}
        aria-pressed={isMagnet}
        onClick={() => setDrawingTools({ isMagnet: !isMagnet })}
      />
      <IconButton
        glyph={Undo2}
        size={16}
        label={t("undo")}
        className={styles.tool}
        disabled={!board || board.history.past.length === 0}
        onClick={() => undo(instrument)}
      />
      <IconButton
        glyph={Redo2}
        size={16}
        label={t("redo")}
        className={styles.tool}
        disabled={!board || board.history.future.length === 0}
        onClick={() => redo(instrument)}
      />
      <IconButton
        glyph={isHidden ? EyeOff : Eye}
        size={16}
        label={t(isHidden ? "showAll" : "hideAll")}
        className={styles.tool}
        disabled={isEmpty}
        onClick={() => setBoardHidden(instrument, !isHidden)}
      />
      <IconButton
        glyph={List}
        size={16}
        label={t("list")}
        className={styles.tool}
        aria-haspopup="dialog"
        onClick={() => setIsListOpen(true)}
      />
      {place === "below" ? (
        <IconButton
          glyph={X}
          size={16}
          label={t("close")}
          className={styles.tool}
          onClick={() => setDrawingTools({ isOpen: false })}
        />
      ) : null}
      {isListOpen ? <DrawingList instrument={instrument} onClose={() => setIsListOpen(false)} /> : null}
    </div>
  )
}

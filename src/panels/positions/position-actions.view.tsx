/** The buttons of a position, and why the last press came to nothing. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { positionActions } from "../../order-news/position-actions.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Button } from "../../ui/button.tsx"
import { ArrowUpDown, Pencil } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { StackedTargets } from "./position-cells.view.tsx"
import { openPositionSheet } from "./position-sheet.ts"
import { wholePair } from "./targets.model.ts"

interface PositionActionsProps {
  position: Position
  className: string | undefined
  /** In a table, where figures need the room: turning around is an icon, margin stands at its figure, and the TP/SL that is set in its button. */
  isCompact?: boolean
}

export function PositionActions({ position, className, isCompact = false }: PositionActionsProps) {
  const { t } = useTranslation("positions")
  const { id, instrument, side, marginMode } = position
  const action = useSnapshot(positionActions).byId[id]
  const isBusy = action !== undefined && action.state !== "said"
  const name = `${marketTitle(instrument)} ${t(`side.${side}`)}`
  const pair = wholePair(position)
  return (
    <span className={className}>
      <Button
        aria-label={t("targets.of", { position: name })}
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => openPositionSheet(id, "targets")}
      >
        {isCompact && (pair?.takeProfit || pair?.stopLoss) ? (
          <StackedTargets position={position} />
        ) : (
          t("targets.short")
        )}
      </Button>
      {marginMode === "isolated" && !isCompact ? (
        <Button
          aria-label={t("marginOf", { position: name })}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => openPositionSheet(id, "margin")}
        >
          {t("margin")}
        </Button>
      ) : null}
      {isCompact ? (
        <IconButton
          glyph={ArrowUpDown}
          size={16}
          label={t("reverse.of", { position: name })}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => openPositionSheet(id, "reverse")}
        />
      ) : (
        <Button
          aria-label={t("reverse.of", { position: name })}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => openPositionSheet(id, "reverse")}
        >
          {t("reverse.short")}
        </Button>
      )}
      <Button
        aria-label={t("closeOf", { position: name })}
        aria-haspopup="dialog"
        isBusy={isBusy}
        onClick={() => openPositionSheet(id, "close")}
      >
        {t("close")}
      </Button>
    </span>
  )
}

/** The way to an isolated position's margin, beside its figure. */
export function MarginButton({ position: { id, instrument, side, marginMode } }: { position: Position }) {
  const { t } = useTranslation("positions")
  const action = useSnapshot(positionActions).byId[id]
  if (marginMode !== "isolated") return null
  const name = `${marketTitle(instrument)} ${t(`side.${side}`)}`
  return (
    <IconButton
      glyph={Pencil}
      size={16}
      label={t("marginOf", { position: name })}
      aria-haspopup="dialog"
      disabled={action !== undefined && action.state !== "said"}
      onClick={() => openPositionSheet(id, "margin")}
    />
  )
}

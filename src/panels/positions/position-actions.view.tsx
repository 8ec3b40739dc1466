/** The buttons of a position, and why the last press came to nothing. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { Button } from "../../ui/button.tsx"
import { positionActions } from "./position-actions.ts"
import { contractName } from "./position-cells.view.tsx"
import { openPositionSheet } from "./position-sheet.ts"

interface PositionActionsProps {
  position: Position
  className: string | undefined
}

export function PositionActions({ position, className }: PositionActionsProps) {
  const { t } = useTranslation("positions")
  const { id, instrument, side, marginMode } = position
  const action = useSnapshot(positionActions).byId[id]
  const isBusy = action !== undefined && action.state !== "said"
  const name = `${contractName(instrument)} ${t(`side.${side}`)}`
  return (
    <span className={className}>
      <Button
        aria-label={t("targets.of", { position: name })}
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => openPositionSheet(id, "targets")}
      >
        {t("targets.short")}
      </Button>
      {marginMode === "isolated" ? (
        <Button
          aria-label={t("marginOf", { position: name })}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => openPositionSheet(id, "margin")}
        >
          {t("margin")}
        </Button>
      ) : null}
      <Button
        aria-label={t("reverse.of", { position: name })}
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => openPositionSheet(id, "reverse")}
      >
        {t("reverse.short")}
      </Button>
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

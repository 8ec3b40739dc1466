/** Asks before a position is turned around: it can't be undone. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { positionActions, reverse } from "../../order-news/position-actions.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "../../ui/note.tsx"
import { closePositionSheet } from "./position-sheet.ts"

export function ReverseQuestion({ position }: { position: Position }) {
  const { t } = useTranslation("positions")
  const { id, instrument, side, positionSide } = position
  const action = useSnapshot(positionActions).byId[id]
  const name = `${marketTitle(instrument)} ${t(`side.${side}`)}`
  const send = async () => {
    const slot = positionSide === "" ? {} : { positionSide }
    if (await reverse(id, { instrument, ...slot })) closePositionSheet()
  }
  return (
    <Dialog
      isOpen
      title={t("reverse.ask", { position: name })}
      safeAnswer={t("reverse.keep")}
      onSafe={closePositionSheet}
      answer={t("reverse.short")}
      onAnswer={() => void send()}
      tone="warn"
      isBusy={action !== undefined && action.state !== "said"}
    >
      <p>{t("reverse.means")}</p>
      {action?.text ? (
        <Note tone={action.state === "asking" ? "warn" : "danger"} isAlert>
          {action.text}
        </Note>
      ) : null}
    </Dialog>
  )
}

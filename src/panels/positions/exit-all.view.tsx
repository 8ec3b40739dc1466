/** The way out of everything: all orders cancelled and all positions closed, after one question. Ctrl-Shift-X, or ⌘⇧X. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { account, ownTrading } from "../../stores/account-store.ts"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { DialogBody } from "../../ui/dialog-body.tsx"
import { Note } from "../../ui/note.tsx"
import { SmallTable } from "../../ui/small-table.tsx"
import { showToast, showUrgentToast } from "../../ui/toaster.ts"
import { failureText, refusalsOf } from "./closing-refusals.ts"
import { type Exit, type ExitPart, exitAll } from "./exit-all.ts"

export function ExitAll({ isOpen, onClose }: OverlayProps) {
  const { t, i18n } = useTranslation("positions")
  const { isKnown, positions, seconds } = useSnapshot(account)
  const spot = useSnapshot(ownTrading.spot).orders
  const contract = useSnapshot(ownTrading.perpetual).orders
  const [isBusy, setIsBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const isShown = useRef(isOpen)
  useEffect(() => {
    isShown.current = isOpen
  })
  const leave = () => {
    setRefusals([])
    onClose()
  }
  const exit = async () => {
    setIsBusy(true)
    const done = await exitAll()
    setIsBusy(false)
    const said = wordsOf(done, positions as readonly Position[])
    if (said.length > 0) {
      // Whoever has left the question meanwhile must hear what still stands.
      if (isShown.current) setRefusals(said)
      else showUrgentToast(said.join(" "))
      return
    }
    setRefusals([])
    onClose()
    const { cancelled, closed } = done
    showToast("success", t("exit.done", { cancelled, closed: closed.length }))
  }
  const wordsOf = ({ failures, closed }: Exit, before: readonly Position[]): string[] => [
    ...failures.map(({ part, failure }) =>
      t("exit.refused", { part: t(`exit.${part}`), reason: failureText(failure, t) }),
    ),
    ...refusalsOf(closed, before, t),
  ]
  const counts: Record<ExitPart, number> = {
    spotOrders: spot.length,
    contractOrders: contract.length,
    positions: positions.length,
  }
  return (
    <DialogBody
      isOpen={isOpen}
      title={t("exit.ask")}
      safeAnswer={t("exit.keep")}
      onSafe={leave}
      answer={t("exit.answer")}
      onAnswer={() => void exit()}
      tone="warn"
      isBusy={isBusy}
    >
      <SmallTable rows="roomy">
        <tbody>
          {(Object.keys(counts) as ExitPart[]).map((part) => (
            <tr key={part}>
              <th scope="row">{t(`exit.${part}`)}</th>
              <td>{isKnown ? formatNumber(counts[part], i18n.language) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <p>{t("exit.means")}</p>
      {seconds.length > 0 ? <p>{t("exit.seconds")}</p> : null}
      {refusals.map((text) => (
        <Note key={text} tone="danger" isAlert>
          {text}
        </Note>
      ))}
    </DialogBody>
  )
}

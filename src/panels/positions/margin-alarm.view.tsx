/** That an account or an isolated position is near its liquidation: above everything else, and read out, from 90 % on at once (P10). */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { account } from "../../stores/account-store.ts"
import { contractAccount, positionCellsOf } from "../../stores/contracts-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./positions.module.css"

export function MarginAlarm() {
  const { positions } = useSnapshot(account)
  const rows = positions as readonly Position[]
  const hasCross = rows.some(({ marginMode }) => marginMode === "cross")
  return (
    <>
      {hasCross ? <AccountAlarm /> : null}
      {rows
        .filter(({ marginMode }) => marginMode === "isolated")
        .map((position) => (
          <PositionAlarm key={position.id} position={position} />
        ))}
    </>
  )
}

function AccountAlarm() {
  const { t } = useTranslation("positions")
  const { cells } = useSnapshot(contractAccount)
  if (!cells || cells.alarm === 0) return null
  return (
    <Alarm isLast={cells.alarm >= 90}>
      {cells.alarm === 100 ? t("alarm.accountEnds") : t("alarm.account", { percent: cells.alarm })}
    </Alarm>
  )
}

function PositionAlarm({ position: { id, instrument, side } }: { position: Position }) {
  const { t } = useTranslation("positions")
  const { alarm } = useSnapshot(positionCellsOf(id))
  if (alarm === 0) return null
  const position = `${marketTitle(instrument)} ${t(`side.${side}`)}`
  return (
    <Alarm isLast={alarm >= 90}>
      {alarm === 100
        ? t("alarm.positionEnds", { position })
        : t("alarm.position", { position, percent: alarm })}
    </Alarm>
  )
}

/** Says the threshold, not the ratio: what is read out must not change with every mark. `isLast`: from 90 % on. */
function Alarm({ isLast, children }: { isLast: boolean; children: string }) {
  return (
    <Note
      key={isLast ? "alert" : "status"}
      tone={isLast ? "danger" : "warn"}
      isAlert={isLast}
      isStatus={!isLast}
      className={styles.alarm}
    >
      {children}
    </Note>
  )
}

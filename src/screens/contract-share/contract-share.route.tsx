/** A picture of a position to share: `/pages/contract/share?id=77`. The door: finds the position, open or closed. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { closedPositions } from "#core/wire/contract-position-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { ShareView } from "./share.view.tsx"
import { NoPosition, ShareSkeleton } from "./share-faces.view.tsx"
import { type ClosedPosition, closedFigures } from "./share-figures.ts"
import { useOpenFigures } from "./use-open-figures.ts"

const ID = /^[1-9]\d{0,14}$/

export function ContractShareScreen() {
  const { id = "" } = useScreenSearch()
  return ID.test(id) ? <Wanted key={id} id={Number(id)} /> : <NoPosition hasId={id !== ""} />
}

/** One that closes while it is looked at is then shown as closed. */
function Wanted({ id }: { id: number }) {
  const { isKnown, positions } = useSnapshot(account)
  const open = (positions as readonly Position[]).find((position) => position.id === id)
  if (open) return <Open position={open} />
  if (!isKnown) return <Waiting />
  return <Closed id={id} />
}

function Open({ position }: { position: Position }) {
  const { figures, refresh } = useOpenFigures(position)
  return figures ? <ShareView id={position.id} figures={figures} onRefresh={refresh} /> : <Waiting />
}

function Closed({ id }: { id: number }) {
  const { t } = useTranslation("share")
  const asked = useAnswer(closedPositions, { id }, true, undefined, 0)
  return (
    <AskedFace asked={asked} skeleton={<ShareSkeleton />} failed={t("failed")}>
      {({ rows: [row] }) => (row ? <ClosedShare row={row} /> : <NoPosition hasId />)}
    </AskedFace>
  )
}

function ClosedShare({ row }: { row: ClosedPosition }) {
  const { i18n } = useTranslation()
  const { catalogue } = useSnapshot(market)
  return <ShareView id={row.id} figures={closedFigures(row, { catalogue, language: i18n.language })} />
}

function Waiting() {
  const { t } = useTranslation("share")
  const isLate = useIsLate(true)
  if (isLate) return <ErrorState title={t("failed")} onRetry={() => void wakeMarket()} />
  return <ShareSkeleton />
}

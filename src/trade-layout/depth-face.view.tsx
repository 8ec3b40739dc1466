/** What stands where the book is: the book, or the price ladder, whose code comes with its first showing. */

import { lazy, type ReactNode, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { BookPanel } from "../panels/book/book.view.tsx"
import { chooseDepthFace, DEPTH_FACES, type DepthFace, ladderSettings } from "../stores/ladder-store.ts"
import type { Side } from "../stores/ticket-store.ts"
import { Select } from "../ui/select.tsx"
import { SkeletonRows } from "../ui/skeleton.tsx"
import styles from "./trade-desk.module.css"

const PriceLadder = lazy(() =>
  import("../panels/price-ladder/price-ladder.view.tsx").then((module) => ({
    default: module.PriceLadderPanel,
  })),
)

export const useDepthFace = (): DepthFace => useSnapshot(ladderSettings).face

interface DepthFaceProps {
  market: TradedMarket
  /** Null: the book, and nothing to choose. */
  face: DepthFace | null
  /** Takes the place of the title where the panel stands behind a tab. */
  tabs?: ReactNode
  onPick: (side: Side, price: string) => void
  onTicket?: (() => void) | undefined
}

export function DepthFacePanel({ market, face, tabs, onPick, onTicket }: DepthFaceProps) {
  if (face !== "ladder")
    return (
      <BookPanel
        market={market}
        place="desk"
        {...(tabs ? { title: tabs } : face ? { choice: <FaceChoice face={face} /> } : {})}
        onPick={onPick}
      />
    )
  return (
    <Suspense fallback={<SkeletonRows count={10} />}>
      <PriceLadder market={market} title={tabs ?? <FaceChoice face={face} />} onTicket={onTicket} />
    </Suspense>
  )
}

function FaceChoice({ face }: { face: DepthFace }) {
  const { t } = useTranslation("ladder")
  const { t: common } = useTranslation("market")
  const names = { book: common("book.title"), ladder: t("title") }
  return (
    <h2>
      <Select
        label={t("face")}
        className={styles.face}
        options={DEPTH_FACES.map((value) => ({ value, label: names[value] }))}
        value={face}
        onChange={chooseDepthFace}
      />
    </h2>
  )
}

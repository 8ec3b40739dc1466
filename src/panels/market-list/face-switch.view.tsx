/** The choice between list, map and funding, and the code of the latter two, fetched when they are first shown. */

import { lazy, type ReactNode, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { FACES_OF, faceFor, type MarketFace, marketFace, showFace } from "../../stores/market-face.ts"
import { type Glyph, LayoutGrid, List, Percent } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./face-switch.module.css"

const MarketMap = lazy(() =>
  import("./map/market-map.view.tsx").then((module) => ({ default: module.MarketMap })),
)
const FundingTable = lazy(() =>
  import("./funding/funding-table.view.tsx").then((module) => ({ default: module.FundingTable })),
)

const GLYPHS: Record<MarketFace, Glyph> = { list: List, map: LayoutGrid, funding: Percent }

export const useMarketFace = (kind: MarketKind): MarketFace => faceFor(kind, useSnapshot(marketFace).face)

export function FaceSwitch({ kind }: { kind: MarketKind }) {
  const { t } = useTranslation("overview")
  const face = useMarketFace(kind)
  const faces = FACES_OF[kind]
  if (faces.length === 1) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame of its own
    <div role="group" aria-label={t("face.label")} className={styles.faces}>
      {faces.map((each) => (
        <IconButton
          key={each}
          glyph={GLYPHS[each]}
          label={t(`face.${each}`)}
          isOn={each === face}
          onClick={() => showFace(each)}
        />
      ))}
    </div>
  )
}

interface MarketFaceViewProps {
  kind: MarketKind
  children: ReactNode
}

/** The list handed in, or what is shown in its place. */
export function MarketFaceView({ kind, children }: MarketFaceViewProps) {
  const face = useMarketFace(kind)
  if (face === "list" || kind === "second") return children
  return (
    <Suspense fallback={<SkeletonRows count={14} />}>
      {face === "map" ? (
        <MarketMap key={kind} kind={kind} onList={() => showFace("list")} />
      ) : (
        <FundingTable />
      )}
    </Suspense>
  )
}

/** The markets of one kind as a map: each as large as its turnover over 24 h, in the shade of its change. */

import { type KeyboardEvent, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import { wakeMarket } from "../../../feed/connect-market-worker.ts"
import { useView } from "../../../feed/view.ts"
import { boardState, market, marketList } from "../../../stores/market-store.ts"
import { formatNumber } from "../../../text/numbers.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { ErrorState } from "../../../ui/error-state.tsx"
import { useIsLate } from "../../../ui/late.ts"
import { useHolding } from "../../../ui/row-holding.ts"
import { Skeleton } from "../../../ui/skeleton.tsx"
import { useIsDesk } from "../../../ui/width.ts"
import { MapTile, placeOf } from "./map-tile.view.tsx"
import styles from "./market-map.module.css"
import { FULL_SHADE_PERCENT, neighbour, tilesThatFit } from "./treemap.model.ts"
import { useAreas } from "./use-areas.ts"
import { useSize } from "./use-size.ts"

/** The worker sends so many rows at most; more have no tile anyway. */
const MARKETS_MAX = 100
/** The least side of a tile: of a finger, and of a mouse, whose tiles still hold a name. */
const LEAST_PX = { desk: 40, touch: 46 }
/** Lower than this a finger would find but a few markets: a phone's map is scrolled. */
const TOUCH_HEIGHT_PX = 1100
const LEGEND = [-1, -0.5, 0, 0.5, 1]

interface MarketMapProps {
  kind: "spot" | "perpetual"
  /** Those without a tile stand in the list. */
  onList: () => void
}

export function MarketMap({ kind, onList }: MarketMapProps) {
  const { t } = useTranslation("overview")
  const { isHeld, holding } = useHolding()
  useView({ boards: { kind, boards: ["turnover"], rows: MARKETS_MAX, hold: isHeld } })
  const leaders = useSnapshot(boardState).ids.turnover
  const ids = useMemo(() => leaders && ofKind(leaders, kind), [leaders, kind])
  const areas = useAreas(ids, isHeld)
  const { failure, freshness } = useSnapshot(market)
  const isStale = freshness.list.state !== "live"
  const isLate = useIsLate(areas.length === 0)
  const { size: seen, box } = useSize()
  const isDesk = useIsDesk()
  const size = seen && !isDesk ? { ...seen, height: Math.max(seen.height, TOUCH_HEIGHT_PX) } : seen
  return (
    <section className={styles.map} aria-label={t("map.title")} data-stale={isStale || undefined}>
      <div ref={box} className={styles.field} {...holding}>
        {areas.length > 0 && size ? (
          <Tiles {...{ areas, onList, least: isDesk ? LEAST_PX.desk : LEAST_PX.touch }} {...size} />
        ) : failure !== null ? (
          <ErrorState
            title={t("market:list.failed")}
            detail={t("market:list.failedSafe")}
            onRetry={() => void wakeMarket()}
          />
        ) : isLate ? (
          <EmptyState>{t("map.empty")}</EmptyState>
        ) : (
          <Skeleton width="100%" height={320} hasSheen />
        )}
      </div>
      <Legend />
    </section>
  )
}

/** The boards keep the order of the kind that was on screen before until a frame brings this one's. */
const ofKind = (ids: readonly string[], kind: "spot" | "perpetual"): string[] =>
  ids.filter((id) => marketKindOf(id) === kind)

interface TilesProps {
  areas: ReturnType<typeof useAreas>
  width: number
  height: number
  /** The least side of a tile, px. */
  least: number
  onList: () => void
}

/** One stop of the tab key; arrows lead from tile to tile as they lie. */
function Tiles({ areas, width, height, least, onList }: TilesProps) {
  const { t, i18n } = useTranslation("overview")
  const { tiles, others } = useMemo(
    () => tilesThatFit(areas, { width, height }, least),
    [areas, width, height, least],
  )
  const field = useRef<HTMLUListElement>(null)
  const visited = useRef(0)
  const rects = [...tiles.map(({ rect }) => rect), ...(others ? [others.rect] : [])]
  const stops = () => [...(field.current?.querySelectorAll<HTMLElement>("a, button") ?? [])]
  const move = (event: KeyboardEvent) => {
    const next = neighbour(rects, stops().indexOf(document.activeElement as HTMLElement), event.key)
    if (next === undefined) return
    event.preventDefault()
    stops()[next]?.focus()
  }
  return (
    <ul
      ref={field}
      className={styles.tiles}
      style={{ height }}
      aria-label={t("map.title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
      tabIndex={0}
      onKeyDown={move}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) return stops()[Math.min(visited.current, rects.length - 1)]?.focus()
        visited.current = Math.max(0, stops().indexOf(target))
      }}
    >
      {tiles.map(({ id, rect }) => (
        <MapTile key={id} id={id} {...rect} />
      ))}
      {others ? (
        <li style={placeOf(others.rect)}>
          <button type="button" tabIndex={-1} className={styles.others} onClick={onList}>
            {t("map.others", { count: others.count, number: formatNumber(others.count, i18n.language) })}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** What area and shade mean, with the shades of the largest changes. */
function Legend() {
  const { t, i18n } = useTranslation("overview")
  const { worthIn } = useSnapshot(marketList)
  const percent = (share: number) => `${formatNumber(share * FULL_SHADE_PERCENT, i18n.language)}\u202f%`
  return (
    <p className={styles.legend}>
      <span>{t("map.area", { currency: worthIn })}</span>
      <span className={styles.scale}>
        {t("map.shade")} {percent(-1)}
        {LEGEND.map((share) => (
          <i
            key={share}
            aria-hidden="true"
            data-sign={Math.sign(share)}
            style={{ "--shade": String(Math.abs(share)) } as object}
          />
        ))}
        +{percent(1)}
      </span>
    </p>
  )
}

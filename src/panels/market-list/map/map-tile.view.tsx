/** One market on the map: its name, its change and its turnover, as far as the tile has room; all of it in its name. */

import { type CSSProperties, memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import { ScreenLink } from "../../../places/screen-link.tsx"
import { market, marketList, tickerOf } from "../../../stores/market-store.ts"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { marketName } from "../market-name.ts"
import { marketPlace } from "../market-place.ts"
import styles from "./market-map.module.css"
import { type Rect, shadeOf } from "./treemap.model.ts"

/** A tile of at least so many px both ways shows that much. */
const ROOMY_PX = { width: 72, height: 72 }
const CHANGE_PX = { width: 66, height: 40 }

/** A letter of a name takes at most so much. */
const LETTER_PX = 10

export const placeOf = ({ x, y, width, height }: Rect): CSSProperties => ({ left: x, top: y, width, height })

const fits = ({ width, height }: Rect, least: { width: number; height: number }): boolean =>
  width >= least.width && height >= least.height

export const MapTile = memo(function MapTile({ id, ...rect }: Rect & { id: string }) {
  const { t } = useTranslation("overview")
  const { sign, changePercent, changeNumber, turnoverWorth } = useSnapshot(tickerOf(id))
  const { worthIn } = useSnapshot(marketList)
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  const { base, quote, pair } = marketName(id)
  const kind = marketKindOf(id)
  const change = changePercent ?? "–"
  const words = t("map.tile", { pair, change, turnover: turnoverWorth ?? "–", currency: worthIn })
  return (
    <li style={placeOf(rect)}>
      <ScreenLink
        to={marketPlace(kind)}
        search={{ symbol: id }}
        tabIndex={-1}
        className={styles.tile}
        title={words}
      >
        <VisuallyHidden>{words}</VisuallyHidden>
        <span
          aria-hidden="true"
          className={styles.face}
          data-sign={isStale ? 0 : sign}
          style={{ "--shade": String(shadeOf(changeNumber)) } as object}
        >
          <span className={styles.name}>
            <b>{base}</b>
            {rect.width >= pair.length * LETTER_PX && rect.height >= CHANGE_PX.height ? (
              <span className={styles.quote}>/{quote}</span>
            ) : null}
          </span>
          {fits(rect, CHANGE_PX) ? <span className={styles.change}>{change}</span> : null}
          {fits(rect, ROOMY_PX) ? <span className={styles.turnover}>{turnoverWorth ?? "–"}</span> : null}
        </span>
      </ScreenLink>
    </li>
  )
})

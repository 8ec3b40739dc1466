/** Puts a layout on the desk, from wherever it is chosen: on the trade screen that is shown, else on the one shown last. */

import type { DeskLayout, PresetName } from "#core/workspace/layout.ts"
import { useGo, useScreenPath } from "../../places/screen-link.tsx"
import { TRADE_PLACES } from "../../places/trade-address.ts"
import { readLastMarket } from "../../stores/last-market.ts"
import { applyLayout, applyPreset } from "./layout-of-desk.ts"

const FIRST_MARKET = "BTC_USDT"

export interface LayoutChoice {
  /** The market whose chart a layout reads from and writes to. */
  instrument: string
  choosePreset: (name: PresetName) => void
  chooseLayout: (layout: DeskLayout) => void
  /** To the trade screen, from wherever one is. */
  showDesk: () => void
}

export function useLayoutChoice(): LayoutChoice {
  const go = useGo()
  const isContract = useScreenPath() === TRADE_PLACES.perpetual
  const kind = isContract ? "perpetual" : "spot"
  const instrument = readLastMarket(kind) ?? FIRST_MARKET
  const isHere = useScreenPath() === TRADE_PLACES[kind]
  const showDesk = () => {
    if (!isHere) go(TRADE_PLACES[kind])
  }
  return {
    instrument,
    showDesk,
    choosePreset: (name) => {
      applyPreset(name)
      showDesk()
    },
    chooseLayout: (layout) => {
      applyLayout(layout, instrument)
      // An interval in the address would win over the layout's.
      go(TRADE_PLACES[kind], { symbol: instrument }, { isReplacing: isHere })
    },
  }
}

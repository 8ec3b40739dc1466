/** The trade screen of second contracts, in the shape that the window asks for: chart, what runs, and the form. */

import { lazy, Suspense } from "react"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { SecondTicketScope } from "../../panels/second-ticket/second-scope.view.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { useKeptAwake } from "../../trade-layout/keep-awake.ts"
import { useScreenForm } from "../../trade-layout/screen-form.ts"
import { OptionLandscape, OptionPhone, OptionTablet } from "./option-phone.view.tsx"
import type { OptionTradeProps } from "./option-props.ts"

/** The terminal's resizable panels weigh more than all of a phone's screen. */
const OptionDesk = lazy(() =>
  import("./option-desk.view.tsx").then((module) => ({ default: module.OptionDesk })),
)

const SHAPES = {
  phone: OptionPhone,
  landscape: OptionLandscape,
  tablet: OptionTablet,
  desk: OptionDesk,
} as const

export function OptionTradeView(props: OptionTradeProps) {
  const { market } = props
  useTitlePrice(market.id, marketTitle(market.id))
  const Shape = SHAPES[useScreenForm()]
  useKeptAwake()
  return (
    <SecondTicketScope market={market}>
      <Suspense fallback={null}>
        <Shape {...props} />
      </Suspense>
    </SecondTicketScope>
  )
}

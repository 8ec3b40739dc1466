/** What every ticket begins with: the type of the order, how long it is valid, its prices and its amount. */

import { useTranslation } from "react-i18next"
import { formatSteps } from "#core/money/steps.ts"
import { isMarketType, isStopType } from "#core/order/order-status.ts"
import {
  closesWhole,
  fillTicket,
  type TicketType,
  ticketTypes,
  type Validity,
} from "../stores/ticket-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { Select } from "../ui/select.tsx"
import { TabPanel, Tabs } from "../ui/tabs.tsx"
import { AmountField } from "./amount-field.view.tsx"
import { ExpiryField } from "./expiry-field.view.tsx"
import { PriceField } from "./price-field.view.tsx"
import { SizeChips } from "./size-chips.view.tsx"
import { DistanceField, StopKind, StopSource } from "./stop-fields.view.tsx"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useTyped } from "./use-typed.ts"

interface OrderFieldsProps {
  state: TicketState
  /** Another type was chosen; what was said of the order before is forgotten by then. */
  onType: (type: TicketType) => void
  /** Little height: a field folds to a line until it is in use. */
  isTight: boolean
  /** Half a phone's width: the types are a list that opens, not tabs. */
  isNarrow?: boolean
}

/** All stops behind one tab: four or five types would not fit. */
const STOPS = "stops"

export function OrderFields({ state, onType, isTight, isNarrow = false }: OrderFieldsProps) {
  const { t } = useTranslation("trade")
  const { form, market } = state
  const typed = useTyped(market.id)
  const types = ticketTypes(market.kind).map((value) => ({ value, label: t(`orders.type.${value}`) }))
  const plain = types.filter(({ value }) => !isStopType(value))
  const stops = types.filter(({ value }) => isStopType(value))
  const choose = (type: TicketType) => {
    typed({})
    onType(type)
  }
  const validity = isMarketType(form.type) ? null : <ValiditySelect state={state} />
  const label = t("ticket.type")
  const isStop = isStopType(form.type)
  // A contract's stop chooses its source as well; on spot how long it is valid stands in that place.
  const hasSource = market.kind === "perpetual"
  if (isNarrow)
    return (
      <>
        <div className={styles.narrowTypes}>
          <Select label={label} options={types} value={form.type} onChange={choose} className={styles.type} />
          {validity ?? (isStop ? <StopSource state={state} /> : null)}
        </div>
        {isStop && validity ? (
          <div className={styles.narrowTypes}>
            <StopSource state={state} />
          </div>
        ) : null}
        <div className={styles.fields}>
          <Fields state={state} isTight={isTight} />
        </div>
      </>
    )
  const chosen = isStop ? STOPS : form.type
  const tabs = [...plain, { value: STOPS, label: t("ticket.stops") } as const]
  const chooseTab = (tab: TicketType | typeof STOPS) => {
    if (tab !== STOPS) choose(tab)
    else if (!isStop) choose(hasSource ? "stop-market" : "stop-limit")
  }
  return (
    <>
      <Tabs<TicketType | typeof STOPS>
        id="ticket-type"
        label={label}
        size="small"
        className={styles.types}
        tabs={tabs}
        value={chosen}
        onChange={chooseTab}
        end={isStop && !hasSource ? null : validity}
      />
      <TabPanel id="ticket-type" value={chosen} className={styles.fields}>
        {isStop ? (
          <div className={styles.narrowTypes}>
            <StopKind type={form.type} types={stops} onType={choose} />
            {hasSource ? <StopSource state={state} /> : validity}
          </div>
        ) : null}
        <Fields state={state} isTight={isTight} />
      </TabPanel>
    </>
  )
}

function Fields({ state, isTight }: Pick<OrderFieldsProps, "state" | "isTight">) {
  const { form, market } = state
  const { type } = form
  return (
    <>
      <ExpiryField state={state} />
      {type === "trailing-stop" ? <DistanceField state={state} isFolded={isTight} /> : null}
      {isStopType(type) ? <PriceField state={state} name="stop" isFolded={isTight} /> : null}
      {type === "market" ? <ByMarket state={state} /> : null}
      {isMarketType(type) ? null : <PriceField state={state} name="price" isFolded={isTight} />}
      {closesWhole(market.kind, form) ? null : <AmountField state={state} isFolded={isTight} />}
      {isTight || closesWhole(market.kind, form) ? null : <SizeChips state={state} />}
    </>
  )
}

/** In the place of a price: what the order would get by the book as it is now. */
function ByMarket({ state: { draft, input } }: { state: TicketState }) {
  const { t, i18n } = useTranslation("trade")
  const { walk } = draft.preview ?? {}
  const { tick, notionalUnit } = input.instrument
  const text = (ticks: number) => formatDecimal(formatSteps(ticks, tick), i18n.language)
  const lots = BigInt(walk?.lots ?? 0)
  const average = walk && lots > 0n ? Number((walk.turnover / notionalUnit + lots / 2n) / lots) : undefined
  return (
    <p className={styles.byMarket}>
      <span>{t("ticket.byMarket")}</span>
      {average !== undefined && walk?.worst !== undefined ? (
        <span className={styles.walked}>
          {t("ticket.marketPrices", { average: text(average), worst: text(walk.worst) })}
        </span>
      ) : null}
    </p>
  )
}

/** What lets an order rest: all that a post-only one may have. */
const RESTING: readonly Validity[] = ["gtc", "gtt"]
const VALIDITIES: readonly Validity[] = [...RESTING, "ioc", "fok"]

function ValiditySelect({ state: { form } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const isPostOnly = form.type === "limit" && form.isPostOnly
  const validity = isPostOnly && !RESTING.includes(form.validity) ? "gtc" : form.validity
  return (
    <Select<Validity>
      label={t("ticket.validity")}
      className={styles.validity}
      options={(isPostOnly ? RESTING : VALIDITIES).map((value) => ({ value, label: t(`ticket.${value}`) }))}
      face={validity.toUpperCase()}
      value={validity}
      onChange={(validity) => fillTicket({ validity })}
    />
  )
}

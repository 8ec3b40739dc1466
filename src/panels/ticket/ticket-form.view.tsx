/** What is typed and chosen? Side, type and validity, price, amount, slider, and what it comes to. */

import { useTranslation } from "react-i18next"
import { fillTicket, pickSide, type TicketType, type Validity } from "../../stores/ticket-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { Segmented } from "../../ui/segmented.tsx"
import { Select } from "../../ui/select.tsx"
import { Slider } from "../../ui/slider.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { AmountField } from "./amount-field.view.tsx"
import { shareAmount, shareOf } from "./amount-share.ts"
import { PriceField } from "./price-field.view.tsx"
import styles from "./ticket.module.css"
import { TicketSums } from "./ticket-sums.view.tsx"
import type { TicketState } from "./use-ticket.ts"
import { useTyped } from "./use-typed.ts"

interface TicketFormProps {
  state: TicketState
  /** B and S choose the side: said in the tooltip. */
  hasKeys?: boolean
  /** Little height: the slider goes, and sums fold into one line. */
  isTight?: boolean
}

export function TicketForm({ state, hasKeys = false, isTight = false }: TicketFormProps) {
  const { t } = useTranslation("trade")
  const { t: common } = useTranslation("market")
  const { form, input, draft, market } = state
  const typed = useTyped(market.id)
  return (
    <div className={styles.form}>
      <div title={hasKeys ? `${t("ticket.sideKeys.buy")}, ${t("ticket.sideKeys.sell")}` : undefined}>
        <Segmented
          className={styles.side}
          label={common("ticket.side")}
          segments={[
            { value: "buy", label: common("ticket.buy"), tone: "positive" },
            { value: "sell", label: common("ticket.sell"), tone: "negative" },
          ]}
          value={form.side}
          onChange={(side) => pickSide(market.id, side)}
        />
      </div>
      <Tabs<TicketType>
        id="ticket-type"
        label={t("ticket.type")}
        size="small"
        className={styles.types}
        tabs={[
          { value: "limit", label: t("ticket.limit") },
          { value: "market", label: t("ticket.market") },
          { value: "stop-limit", label: t("ticket.stopLimit") },
        ]}
        value={form.type}
        onChange={(type) => {
          typed({ type })
          // Buying by market one thinks in money, else in coins.
          if (form.amount === "")
            fillTicket({ unit: type === "market" && form.side === "buy" ? "quote" : "base" })
        }}
        end={form.type === "market" ? null : <ValiditySelect state={state} />}
      />
      <TabPanel id="ticket-type" value={form.type} className={styles.fields}>
        {form.type === "stop-limit" ? <PriceField state={state} name="stop" isFolded={isTight} /> : null}
        {form.type === "market" ? (
          <p className={styles.byMarket}>{t("ticket.byMarket")}</p>
        ) : (
          <PriceField state={state} name="price" isFolded={isTight} />
        )}
        <AmountField state={state} isFolded={isTight} />
      </TabPanel>
      {isTight ? null : (
        <Slider
          label={t("ticket.share")}
          className={styles.slider}
          tone={form.side === "buy" ? "positive" : "negative"}
          value={shareOf(input, draft.preview)}
          isDisabled={shareAmount(input, draft.order, 100) === undefined}
          onChange={(percent) => typed({ amount: shareAmount(input, draft.order, percent) ?? "" }, "wire")}
        />
      )}
      <TicketSums state={state} isTight={isTight} />
    </div>
  )
}

function ValiditySelect({ state: { form } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const isPostOnly = form.type === "limit" && form.isPostOnly
  return (
    <Select<Validity>
      label={t("ticket.validity")}
      className={classNames(styles.validity)}
      options={[
        { value: "gtc", label: t("ticket.gtc") },
        { value: "ioc", label: t("ticket.ioc") },
        { value: "fok", label: t("ticket.fok") },
      ]}
      face={isPostOnly ? "GTC" : form.validity.toUpperCase()}
      value={isPostOnly ? "gtc" : form.validity}
      isDisabled={isPostOnly}
      onChange={(validity) => fillTicket({ validity })}
    />
  )
}

/** The sheet of the rarer kinds of orders: an OCO pair, a scaled order with a preview of its orders, an iceberg, a TWAP. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DISTRIBUTIONS } from "#core/order/scaled-order.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { market as markets } from "../../stores/market-store.ts"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { ticket } from "../../stores/ticket-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { HeadPrice } from "../../ticket/head-price.view.tsx"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { SheetBody } from "../../ui/sheet-body.tsx"
import { SmallTable } from "../../ui/small-table.tsx"
import { GroupActions } from "./group-actions.view.tsx"
import { Field } from "./group-field.view.tsx"
import type { GroupJudgement } from "./group-form.ts"
import { GroupRisk } from "./group-risk.view.tsx"
import styles from "./group-sheet.module.css"
import { GroupSums } from "./group-sums.view.tsx"
import { TwapFields } from "./twap-fields.view.tsx"
import { type Grouping, useGroup } from "./use-group.ts"
import { useGroupCheck } from "./use-group-check.ts"

export function GroupSheet({ isOpen, onClose }: OverlayProps) {
  const { instrument } = useSnapshot(ticket)
  const listed = useSnapshot(markets).catalogue?.byId.get(instrument ?? "")
  if (!isOpen || !listed || listed.kind === "second") return null
  return <GroupBody key={listed.id} market={listed as TradedMarket} onClose={onClose} />
}

function GroupBody({ market, onClose }: { market: TradedMarket; onClose: () => void }) {
  const { t } = useTranslation("trade")
  const { t: common } = useTranslation("market")
  const group = useGroup(market, ticket.side, onClose)
  const check = useGroupCheck(market, group)
  const { form, change, judgement } = group
  const { book: freshness } = useSnapshot(markets).freshness
  return (
    <SheetBody
      isOpen
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={marketTitle(market.id)}
      headExtra={<HeadPrice instrument={market.id} freshness={freshness} />}
      footer={<GroupActions group={group} check={check} />}
    >
      <div className={styles.form}>
        <Segmented
          label={t("groups.kind")}
          segments={[
            { value: "oco", label: t("groups.oco") },
            { value: "scaled", label: t("groups.scaled") },
            { value: "iceberg", label: t("groups.iceberg") },
            { value: "twap", label: t("groups.twap") },
          ]}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        <p className={styles.note}>{t(`groups.hint.${form.kind}`)}</p>
        <Segmented
          label={common("ticket.side")}
          segments={[
            { value: "buy", label: common("ticket.buy"), tone: "positive" },
            { value: "sell", label: common("ticket.sell"), tone: "negative" },
          ]}
          value={form.side}
          onChange={(side) => change({ side })}
        />
        {form.kind === "oco" ? (
          <PairFields market={market} group={group} />
        ) : form.kind === "scaled" ? (
          <ScaledFields market={market} group={group} />
        ) : form.kind === "iceberg" ? (
          <IcebergFields market={market} group={group} />
        ) : (
          <TwapFields market={market} group={group} />
        )}
        {market.kind === "perpetual" ? <ReduceOnly group={group} /> : null}
        <Fault group={group} />
        <GroupSums check={check} />
        <GroupRisk group={group} check={check} />
        {form.kind === "scaled" && judgement.preview ? (
          <Preview market={market} preview={judgement.preview} />
        ) : null}
      </div>
    </SheetBody>
  )
}

function PairFields({ market, group }: { market: TradedMarket; group: Grouping }) {
  const { t } = useTranslation("trade")
  const isOptional = market.kind === "perpetual"
  return (
    <>
      <Field group={group} name="price" label={t("groups.limit")} unit={market.quote} />
      <Field group={group} name="stop" label={t("ticket.stop")} unit={market.quote} />
      <Field
        group={group}
        name="stopLimit"
        label={t("groups.stopLimit")}
        unit={market.quote}
        placeholder={isOptional ? t("orders.type.market") : undefined}
      />
      <Field group={group} name="quantity" label={t("ticket.amount")} unit={market.base} />
    </>
  )
}

function ScaledFields({ market, group }: { market: TradedMarket; group: Grouping }) {
  const { t } = useTranslation("trade")
  return (
    <>
      <div className={styles.pair}>
        <Field group={group} name="from" label={t("groups.from")} unit={market.quote} />
        <Field group={group} name="to" label={t("groups.to")} unit={market.quote} />
      </div>
      <Field group={group} name="quantity" label={t("groups.quantity")} unit={market.base} />
      <div className={styles.pair}>
        <Field group={group} name="count" label={t("groups.count")} />
        <ChoiceField
          className={styles.choice}
          label={t("groups.distribution")}
          options={DISTRIBUTIONS.map((value) => ({ value, label: t(`groups.sizes.${value}`) }))}
          value={group.form.distribution}
          onChange={(distribution) => group.change({ distribution })}
        />
      </div>
    </>
  )
}

function IcebergFields({ market, group }: { market: TradedMarket; group: Grouping }) {
  const { t } = useTranslation("trade")
  return (
    <>
      <Field group={group} name="price" label={t("groups.limit")} unit={market.quote} />
      <Field group={group} name="quantity" label={t("groups.quantity")} unit={market.base} />
      <Field group={group} name="shown" label={t("groups.shown")} unit={market.base} />
    </>
  )
}

function ReduceOnly({ group: { form, change } }: { group: Grouping }) {
  const { t } = useTranslation("perpetual")
  return (
    <Checkbox
      className={styles.check}
      isOn={form.isReduceOnly}
      onChange={(isReduceOnly) => change({ isReduceOnly })}
    >
      {t("reduceOnly")}
    </Checkbox>
  )
}

/** What is wrong with what is typed, or what the server said of it; its room is kept. */
function Fault({ group: { judgement, failure } }: { group: Grouping }) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const { problem } = judgement
  const text = problem ? problemSentence(problem.problem, { t, word, language: i18n.language }) : failure
  return (
    <p className={styles.fault} role={text ? "alert" : undefined}>
      {text}
    </p>
  )
}

interface PreviewProps {
  market: TradedMarket
  preview: NonNullable<GroupJudgement["preview"]>
}

function Preview({ market, preview: { children, average } }: PreviewProps) {
  const { t, i18n } = useTranslation("trade")
  const text = (value: string) => formatDecimal(value, i18n.language)
  return (
    <section className={styles.preview} aria-label={t("groups.preview")}>
      <dl className={styles.sums}>
        <div>
          <dt>{t("orders.column.average")}</dt>
          <dd>{`${text(average)}\u00a0${market.quote}`}</dd>
        </div>
      </dl>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{`${t("orders.column.price")} (${market.quote})`}</th>
            <th scope="col">{`${t("orders.column.amount")} (${market.base})`}</th>
          </tr>
        </thead>
        <tbody>
          {children.map(({ price, quantity }) => (
            <tr key={price}>
              <td>{text(price)}</td>
              <td>{text(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}

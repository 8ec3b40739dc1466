/** Take-profit and stop-loss in a contract's ticket: as prices, in percent of the order's price, or in money. */

import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import { TRIGGER_SOURCES, type TriggerSource } from "#core/order/order-status.ts"
import type { TargetName, TargetUnit } from "#core/position/order-targets.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import type { Side, TicketForm } from "../../stores/ticket-store.ts"
import { priceFigure } from "../../text/price-figure.ts"
import type { TargetField } from "../../ticket/order-draft.ts"
import styles from "../../ticket/ticket.module.css"
import { useIsRefused } from "../../ticket/use-is-refused.ts"
import { useTyped } from "../../ticket/use-typed.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { classNames } from "../../ui/class-names.ts"
import { NumberField } from "../../ui/number-field.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Select } from "../../ui/select.tsx"
import { useTicketHere } from "./contract-scope.view.tsx"
import {
  inUnit,
  TARGET_NAMES,
  type TargetDraft,
  type TargetPoint,
  takesTargets,
  worstOutcome,
} from "./contract-targets.ts"
import { signedPercent } from "./contract-terms.ts"
import own from "./contract-ticket.module.css"

export function TargetFields() {
  const { t } = useTranslation("perpetual")
  const { both, sides, market } = useTicketHere()
  const typed = useTyped(market.id)
  const { form } = both
  const isPossible = takesTargets(form)
  const isOn = form.hasTargets && isPossible
  const choose = (targetUnit: TargetUnit) => {
    const told = (name: TargetName) => {
      const shown = shownTarget(sides, name)
      return {
        [name]: inUnit(shown, name, targetUnit),
        [`${name}Limit`]: inUnit(shown?.limit, name, targetUnit),
      }
    }
    typed({ targetUnit, ...told("takeProfit"), ...told("stopLoss") }, "wire")
  }
  return (
    <>
      <div className={own.targetsHead}>
        <Checkbox
          className={styles.option}
          isOn={isOn}
          isDisabled={!isPossible}
          onChange={(hasTargets) => typed({ hasTargets })}
        >
          {t("targets.on")}
        </Checkbox>
        {isOn ? (
          <>
            <Select<TargetUnit>
              label={t("targets.unit")}
              options={[
                { value: "percent", label: "%" },
                { value: "price", label: t("targets.price") },
                { value: "money", label: market.quote },
              ]}
              value={form.targetUnit}
              onChange={choose}
            />
            <Select<TriggerSource>
              label={t("targets.source")}
              options={TRIGGER_SOURCES.map((value) => ({ value, label: t(`trade:ticket.by.${value}`) }))}
              value={form.targetSource}
              onChange={(targetSource) => typed({ targetSource })}
            />
            <Select<TicketForm["targetType"]>
              label={t("targets.type")}
              options={[
                { value: "market", label: t("trade:orders.type.market") },
                { value: "limit", label: t("trade:orders.type.limit") },
              ]}
              value={form.targetType}
              onChange={(targetType) => typed({ targetType, ...firstLimits(form, targetType) })}
            />
          </>
        ) : null}
      </div>
      {isOn && form.type === "trailing-stop" && form.targetUnit !== "price" ? (
        <p className={own.words}>{t("targets.fromNow")}</p>
      ) : null}
      {isOn ? (
        <div className={own.pair}>
          {TARGET_NAMES.map((name) => (
            <PriceOfTarget key={name} name={name} />
          ))}
          {form.targetType === "limit"
            ? TARGET_NAMES.map((name) => <LimitOfTarget key={name} name={name} />)
            : null}
        </div>
      ) : null}
    </>
  )
}

/** A worst price begins at the trigger itself. */
const firstLimits = (form: Pick<TicketForm, TargetField>, type: TicketForm["targetType"]) =>
  type === "limit"
    ? {
        takeProfitLimit: form.takeProfitLimit || form.takeProfit,
        stopLossLimit: form.stopLossLimit || form.stopLoss,
      }
    : {}

type Sides = ReturnType<typeof useTicketHere>["sides"]

/** As it is for the side that it fits, a buy before a sell. */
function shownTarget(sides: Sides, name: TargetName): TargetDraft | undefined {
  const [buy, sell] = [sides.buy.targets?.[name], sides.sell.targets?.[name]]
  return buy?.price === undefined ? (sell ?? buy) : buy
}

function PriceOfTarget({ name }: { name: TargetName }) {
  const { t } = useTranslation("perpetual")
  const { sides } = useTicketHere()
  const words = { label: t(`targets.${name}`), placeholder: t("targets.none") }
  return <FieldOfTarget name={name} field={name} point={shownTarget(sides, name)} {...words} />
}

function LimitOfTarget({ name }: { name: TargetName }) {
  const { t } = useTranslation("perpetual")
  const { sides } = useTicketHere()
  const words = { label: t(`targets.limit.${name}`), placeholder: t("trade:orders.type.market") }
  return (
    <FieldOfTarget name={name} field={`${name}Limit`} point={shownTarget(sides, name)?.limit} {...words} />
  )
}

interface FieldOfTargetProps {
  name: TargetName
  field: TargetField
  point: TargetPoint | undefined
  label: string
  placeholder: string
}

function FieldOfTarget({ name, field, point, label, placeholder }: FieldOfTargetProps) {
  const { i18n } = useTranslation("perpetual")
  const { both, market } = useTicketHere()
  const typed = useTyped(market.id)
  const { form } = both
  const isRefused = useIsRefused(both)
  const isWrong = form[field] !== "" && (isRefused(field) || point?.problem !== undefined)
  const { outcome } = point ?? {}
  const isPercent = form.targetUnit === "percent"
  // "Market" has none, and needs the room.
  const isWithoutUnit = form.targetUnit === "price" || (field !== name && form[field] === "")
  return (
    <NumberField
      className={classNames(
        name === "takeProfit" ? own.takeProfit : own.stopLoss,
        isPercent && styles.keepsUnit,
      )}
      label={label}
      isStacked
      value={form[field]}
      unit={isWithoutUnit ? undefined : isPercent ? "%" : market.quote}
      placeholder={placeholder}
      state={isWrong ? "refused" : "normal"}
      echo={{
        left:
          outcome &&
          (isPercent ? (
            <OwnAmount text={formatAmount(outcome.profit)} unit={market.quote} isSigned />
          ) : (
            signedPercent(outcome.rate, i18n.language)
          )),
      }}
      onChange={(text) => typed({ [field]: text })}
    />
  )
}

/** What an order of this side would set: the price of each, and what it comes to before fees. */
export function TargetSums({ side, isShort }: { side: Side; isShort: boolean }) {
  const { t, i18n } = useTranslation("perpetual")
  const { sides, market } = useTicketHere()
  const { form, targets } = sides[side]
  if (!form.hasTargets || !takesTargets(form)) return null
  // Their rows stand from the start: a field doesn't move away while somebody types into it.
  return TARGET_NAMES.map((name) => {
    const { price } = targets?.[name] ?? {}
    const outcome = worstOutcome(targets?.[name])
    return (
      <div key={name}>
        <dt>
          {t(`targets.tag.${name}`)}{" "}
          <PriceText text={price === undefined ? null : priceFigure(price, i18n.language)} />
        </dt>
        {outcome ? (
          <dd className={outcome.profit < 0n ? own.stopLoss : own.takeProfit}>
            <OwnAmount text={formatAmount(outcome.profit)} currency={market.quote} isSigned />
            {isShort ? null : ` ${signedPercent(outcome.rate, i18n.language)}`}
          </dd>
        ) : null}
      </div>
    )
  })
}

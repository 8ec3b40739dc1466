/** The form of a purchase: amount, what it may be, what comes of it and when; asked once more before it is locked. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount } from "#core/money/steps.ts"
import type { AiProduct } from "#core/wire/ai.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account, balanceOf } from "../../stores/account-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Slider } from "../../ui/slider.tsx"
import { amountAt, type BuyReading, type Room, readBuy, roomOf, saleOf, shareOfMost } from "./ai.model.ts"
import styles from "./ai.module.css"
import { aiSending, forgetAiOutcome, sendAi } from "./ai-sending.ts"
import { BuyOutlook } from "./buy-outlook.view.tsx"
import { BuyQuestion } from "./buy-question.view.tsx"
import { SendingWord } from "./sending-word.view.tsx"

interface BuyFormProps {
  product: AiProduct
  /** It was bought: what the page was told of the product is old. */
  onBought: () => void
}

export function BuyForm({ product, onBought }: BuyFormProps) {
  const { t } = useTranslation("ai")
  const sale = saleOf(product)
  return (
    <section className={styles.buy} aria-label={t("buy.title")}>
      {sale === "on-sale" ? (
        <OpenForm key={product.id} product={product} onBought={onBought} />
      ) : (
        <>
          <SendingWord of={product.id} />
          <Note>{t(`buy.shut.${sale}`)}</Note>
        </>
      )}
    </section>
  )
}

function OpenForm({ product, onBought }: BuyFormProps) {
  const { t, i18n } = useTranslation("ai")
  const { id, currency } = product
  const [typed, setTyped] = useState("")
  const [isAsked, setIsAsked] = useState(false)
  const { isKnown } = useSnapshot(account)
  const balance = useSnapshot(balanceOf("funding", currency))
  const { state } = useSnapshot(aiSending)
  const available = isKnown ? balance.available : undefined
  const room = roomOf(product, available)
  const reading = readBuy(typed, pageMark(i18n.language), product, room)
  const isUnderWay = state !== "idle"
  useEffect(() => forgetAiOutcome, [])

  const change = (next: string) => {
    forgetAiOutcome()
    setTyped(next)
  }
  const buy = async (amount: string) => {
    setIsAsked(false)
    if (!(await sendAi({ kind: "buy", of: id, amount }))) return
    setTyped("")
    onBought()
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t("buy.title")}
      onSubmit={(event) => {
        event.preventDefault()
        if (reading.kind === "fine" && !isUnderWay && isKnown) setIsAsked(true)
      }}
    >
      <AmountField
        {...{ product, room, reading, available, typed, isDisabled: isUnderWay, onChange: change }}
      />
      <BuyOutlook product={product} units={reading.kind === "fine" ? reading.units : undefined} />
      <SendingWord of={id} />
      <Button
        type="submit"
        tone="accent"
        size="primary"
        isBlock
        isBusy={state === "sending"}
        disabled={reading.kind !== "fine" || state === "unknown" || !isKnown}
      >
        {reading.kind === "fine"
          ? t("buy.for", { amount: `${formatDecimal(reading.text, i18n.language)}\u00a0${currency}` })
          : t("buy.title")}
      </Button>
      {reading.kind === "fine" ? (
        <BuyQuestion
          product={product}
          amount={reading.text}
          isOpen={isAsked}
          onLeave={() => setIsAsked(false)}
          onBuy={() => void buy(reading.text)}
        />
      ) : null}
    </form>
  )
}

interface AmountFieldProps {
  product: AiProduct
  room: Room
  reading: BuyReading
  available: string | undefined
  typed: string
  isDisabled: boolean
  onChange: (typed: string) => void
}

function AmountField(props: AmountFieldProps) {
  const { product, room, reading, available, typed, isDisabled, onChange } = props
  const { t, i18n } = useTranslation("ai")
  const fill = (text: string) => onChange(fieldText(text, i18n.language))
  const units = "units" in reading ? reading.units : 0n
  const isWrong = reading.kind !== "empty" && reading.kind !== "fine"
  const hasNone = room.most <= 0n
  return (
    <>
      <NumberField
        label={`${t("buy.amount")} ${product.currency}`}
        value={typed}
        isDisabled={isDisabled}
        state={isWrong ? "refused" : "normal"}
        onChange={onChange}
        echo={{ left: <Echo {...{ product, room, reading, available, typed }} /> }}
        choice={
          <button
            type="button"
            className={styles.all}
            disabled={isDisabled || hasNone}
            aria-label={t("buy.most")}
            onClick={() => fill(formatAmount(room.most))}
          >
            {t("buy.max")}
          </button>
        }
      />
      <Slider
        label={t("buy.share")}
        value={shareOfMost(units, room.most)}
        isDisabled={isDisabled || hasNone}
        onChange={(percent) => fill(percent === 0 ? "" : amountAt(percent, room.most))}
      />
      {available !== undefined && !/[1-9]/.test(available) ? (
        <p className={styles.hint}>
          {t("buy.noMoney", { currency: product.currency })}{" "}
          <ScreenLink to="/pages/assets/transfer" search={{ id: product.currency }} className={styles.link}>
            {t("app:screen.transfer")}
          </ScreenLink>
        </p>
      ) : null}
    </>
  )
}

/** What was understood, or why it can't be bought; while nothing is typed, what there is. */
function Echo({
  product,
  room,
  reading,
  available,
  typed,
}: Omit<AmountFieldProps, "isDisabled" | "onChange">) {
  const { t, i18n } = useTranslation("ai")
  const shown = useOwnAmounts()
  const { currency } = product
  const written = (units: bigint) => `${formatDecimal(formatAmount(units), i18n.language)}\u00a0${currency}`
  const free = available === undefined ? "" : t("buy.available", { amount: shown(available, currency) })
  switch (reading.kind) {
    case "ambiguous": {
      const { whole, decimal } = reading
      return t("assets:transfer.ambiguous", { typed: typed.trim(), whole, decimal })
    }
    case "least":
      return t("buy.tooLittle", { amount: written(reading.limit) })
    case "beyond":
      return room.by === "available"
        ? t("buy.beyond.available", { amount: shown(formatAmount(room.most), currency, true) })
        : t(`buy.beyond.${room.by}`, { amount: written(room.most) })
    case "wrong":
    case "zero":
    case "decimals":
    case "large":
      return t(`assets:transfer.wrong.${reading.kind}`)
    default:
      return free
  }
}

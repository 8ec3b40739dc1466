/** The two buttons that open a second contract, and above them what should be known before: why they are shut, what is wrong, what became of the last one. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount } from "#core/money/steps.ts"
import type { Direction } from "#core/second/second-contract.ts"
import { PracticeOffer } from "../../amounts/practice-offer.tsx"
import { TransferButton } from "../../amounts/transfer-button.tsx"
import { choices, chosen } from "../../stores/choices-store.ts"
import { indexOf, market as marketState } from "../../stores/market-store.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import ticketStyles from "../../ticket/ticket.module.css"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { useDoubleTap } from "../../ticket/use-double-tap.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { ArrowDown, ArrowUp, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { CLOCK_ERROR_MAX_MS, maxMoveOf } from "./second-draft.ts"
import { useSecondTicket } from "./second-scope.view.tsx"
import { openSecond, type SecondRequest, secondSending } from "./second-sending.ts"
import styles from "./second-ticket.module.css"

const WORDS = { bullish: "up", bearish: "down" } as const

/** What is sent, but for the price: that is the one on screen when the press comes that sends it. */
type Asked = Pick<SecondRequest, "direction" | "seconds" | "stake">

export function SecondActions() {
  const { market } = useSecondTicket()
  const { all } = useSnapshot(choices)
  const [asked, setAsked] = useState<Asked | null>(null)
  const taps = useDoubleTap()
  const send = async (terms: Asked) => {
    setAsked(null)
    const seen = indexOf(market.index).value
    if (seen === null) return
    const prices = { seenPrice: seen, maxMove: maxMoveOf(seen, market.tick) } as Pick<
      SecondRequest,
      "seenPrice" | "maxMove"
    >
    await openSecond({ instrument: market.id, ...terms, ...prices })
    taps.answered(terms.direction)
  }
  const press = (terms: Asked) => {
    if (taps.isSecondTap(terms.direction)) return
    if (chosen(all, "confirmSeconds") === "on") setAsked(terms)
    else void send(terms)
  }
  return (
    <div className={styles.actions}>
      <SecondNotes />
      <div className={styles.pair}>
        <DirectionButton direction="bullish" onPress={press} />
        <DirectionButton direction="bearish" onPress={press} />
      </div>
      <Question asked={asked} onSafe={() => setAsked(null)} onAnswer={(terms) => void send(terms)} />
    </div>
  )
}

function DirectionButton({ direction, onPress }: { direction: Direction; onPress: (terms: Asked) => void }) {
  const { t, i18n } = useTranslation("option")
  const { market, period, draft, shut } = useSecondTicket()
  const { state } = useSnapshot(secondSending)
  const stake = draft.problem ? undefined : draft.stakeText
  const isUp = direction === "bullish"
  const word = t(`direction.${WORDS[direction]}`)
  return (
    <Button
      tone={isUp ? "positive" : "negative"}
      size="primary"
      isBlock
      icon={<Icon glyph={isUp ? ArrowUp : ArrowDown} />}
      disabled={shut !== undefined || stake === undefined || state === "unknown"}
      isBusy={state === "sending"}
      aria-label={
        stake === undefined
          ? word
          : t("ticket.open", {
              direction: word,
              stake: `${formatDecimal(stake, i18n.language)}\u00a0${market.quote}`,
              seconds: formatNumber(period.seconds, i18n.language),
            })
      }
      onClick={() =>
        stake !== undefined &&
        onPress({ direction, seconds: String(period.seconds), stake: stake as SecondRequest["stake"] })
      }
    >
      {word}
    </Button>
  )
}

interface QuestionProps {
  asked: Asked | null
  onSafe: () => void
  onAnswer: (terms: Asked) => void
}

function Question({ asked, onSafe, onAnswer }: QuestionProps) {
  const { t, i18n } = useTranslation("option")
  const { t: trade } = useTranslation("trade")
  const { market, period, draft, shut } = useSecondTicket()
  // While the dialog leaves, it keeps its words.
  const latest = useRef<Asked | null>(null)
  if (asked) latest.current = asked
  const shown = latest.current
  if (!shown) return null
  const word = t(`direction.${WORDS[shown.direction]}`)
  const money = (text: string) => `${text}\u00a0${market.quote}`
  const terms = {
    direction: word,
    stake: money(formatDecimal(shown.stake, i18n.language)),
    seconds: formatNumber(Number(shown.seconds), i18n.language),
  }
  return (
    <Dialog
      isOpen={asked !== null}
      title={t("ticket.ask", terms)}
      safeAnswer={trade("confirm.change")}
      onSafe={onSafe}
      answer={word}
      tone={shown.direction === "bullish" ? "positive" : "negative"}
      onAnswer={() => asked && shut === undefined && onAnswer(asked)}
    >
      <dl className={ticketStyles.sums}>
        <div>
          <dt>{t("head.index")}</dt>
          <dd>
            <LivePrice index={market.index} />
          </dd>
        </div>
        <div>
          <dt>{t("ticket.right")}</dt>
          <dd>
            {draft.profit === undefined
              ? "–"
              : money(signedAmount(formatAmount(draft.profit, 2), i18n.language))}
          </dd>
        </div>
        <div>
          <dt>{t("ticket.equal")}</dt>
          <dd>{t("ticket.stakeBack")}</dd>
        </div>
        <div>
          <dt>{t("ticket.wrong")}</dt>
          <dd>{money(formatDecimal(`-${shown.stake}`, i18n.language))}</dd>
        </div>
        <div>
          <dt>{t("ticket.period")}</dt>
          <dd>{t("ticket.seconds", { seconds: formatNumber(period.seconds, i18n.language) })}</dd>
        </div>
      </dl>
      {shut ? <Note tone="warn">{t(`shut.${shut}`)}</Note> : null}
    </Dialog>
  )
}

/** Of its own: a tick draws this text anew and nothing around it. */
function LivePrice({ index }: { index: string }) {
  const { price } = useSnapshot(indexOf(index))
  return <PriceText text={price} />
}

/** At most one says why nothing can be opened, one what became of the last, one what the clock is worth. */
function SecondNotes() {
  const { t } = useTranslation("option")
  const { shut } = useSecondTicket()
  const { state } = useSnapshot(secondSending)
  return (
    <div className={styles.notes} role="status">
      {state === "unknown" ? <Note tone="warn">{t("fate.unknown")}</Note> : null}
      {shut ? <Note tone="warn">{t(`shut.${shut}`)}</Note> : <StakeNote />}
      <LastOutcome />
      {shut ? null : <ClockNote />}
    </div>
  )
}

function StakeNote() {
  const { t, i18n } = useTranslation("option")
  const { t: trade } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const { market, draft, available } = useSecondTicket()
  const { problem } = draft
  if (problem?.kind === "lacks" || (available !== null && !/[1-9]/.test(available)))
    return (
      <Note tone="warn">
        {t("ticket.lacks")}{" "}
        <PracticeOffer available={available} currency={market.quote} className={ticketStyles.mend}>
          <TransferButton to="second" currency={market.quote} className={ticketStyles.mend} />
        </PracticeOffer>
      </Note>
    )
  if (!problem) return null
  return <Note tone="danger">{problemSentence(problem, { t: trade, word, language: i18n.language })}</Note>
}

function LastOutcome() {
  const { t } = useTranslation("option")
  const { outcome } = useSnapshot(secondSending)
  if (outcome?.kind === "refused") return <Note tone="danger">{outcome.text}</Note>
  if (outcome?.kind === "never") return <Note tone="warn">{t("fate.never")}</Note>
  return null
}

function ClockNote() {
  const { t, i18n } = useTranslation("option")
  const { clockError } = useSnapshot(marketState).connection
  if (clockError === null || clockError <= CLOCK_ERROR_MAX_MS) return null
  return <Note>{t("ticket.clock", { ms: formatNumber(clockError, i18n.language) })}</Note>
}

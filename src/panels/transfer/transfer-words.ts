/** What is said of a transfer, in the language on screen. */

import i18next from "i18next"
import type { TransferRequest } from "../../stores/pending-transfer.ts"
import { formatDecimal } from "../../text/numbers.ts"

export type Moved = Pick<TransferRequest, "from" | "to" | "currency" | "amount">

/** What its sentences name: the amount with its currency, and both accounts. */
export const movedValues = ({ from, to, currency, amount }: Moved) => ({
  amount: `${formatDecimal(amount, i18next.language)}\u00a0${currency}`,
  from: i18next.t(`assets:wallet.${from}`),
  to: i18next.t(`assets:wallet.${to}`),
})

/** Of one that was done. */
export const doneWords = (moved: Moved): string => i18next.t("assets:transfer.done", movedValues(moved))

/** Of one that wasn't done and can't be any more. */
export const lapsedWords = (moved: Moved): string => i18next.t("assets:transfer.lapsed", movedValues(moved))

/** The way to more money in an account, without leaving the screen: opens the transfer over it. */

import { useTranslation } from "react-i18next"
import type { Wallet } from "#core/wire/trading.ts"
import { offerTransfer } from "../stores/transfer-offer.ts"

interface TransferButtonProps {
  /** The account that it is for. */
  to: Wallet
  currency: string
  className?: string | undefined
}

export function TransferButton({ to, currency, className }: TransferButtonProps) {
  const { t } = useTranslation("trade")
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onClick={() => offerTransfer({ to, currency })}
    >
      {t("ticket.transfer")}
    </button>
  )
}

/** Reckons a contract's ticket once for all its parts, wherever on the screen they stand; only they are drawn anew with it. */

import { createContext, type ReactNode, useContext } from "react"
import type { ContractMarket } from "#core/wire/market.ts"
import { type ContractTicket, useContractTicket } from "./use-contract-ticket.ts"

const Ticket = createContext<ContractTicket | null>(null)

interface ContractTicketScopeProps {
  market: ContractMarket
  /** False: nothing of the ticket is on screen, and nothing is subscribed for it. */
  isShown: boolean
  children: ReactNode
}

export function ContractTicketScope({ market, isShown, children }: ContractTicketScopeProps) {
  return <Ticket value={useContractTicket(market, isShown)}>{children}</Ticket>
}

/** Of the scope around it. */
export function useTicketHere(): ContractTicket {
  const ticket = useContext(Ticket)
  if (!ticket) throw new Error("no ContractTicketScope around")
  return ticket
}

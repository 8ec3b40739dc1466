/** Which commands a user sends: those that are refused rather than done late (R8). */

import type { Command } from "#server/engine/command.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"

/** Each type there is, so that a new one can't be forgotten. */
const IS_USERS: Readonly<Record<Command["type"], boolean>> = {
  "order.place": true,
  "order.oco": true,
  "order.scaled": true,
  "order.amend": true,
  "order.reduce": true,
  "order.cancel": true,
  "order.cancel-all": true,
  "order.query": true,
  "countdown.set": true,
  transfer: true,
  "faucet.draw": true,
  "position-mode.set": true,
  "margin-mode.set": true,
  "leverage.set": true,
  "position.margin": true,
  "position.tpsl": true,
  "position.close": true,
  "position.close-all": true,
  "position.reverse": true,
  "second.open": true,
  "second.limit": true,
  "withdraw.request": true,
  "withdraw.cancel": true,
  "withdraw.approve": false,
  "withdraw.reject": false,
  "withdraw.send": false,
  "withdrawals.freeze": false,
  "custody.seen": false,
  "custody.confirmed": false,
  "custody.vanished": false,
  "custody.sent": false,
  "custody.final": false,
  "custody.failed": false,
  "custody.cost": false,
  "custody.chain": false,
  "ai.buy": true,
  "ai.withdraw": true,
  "ai.product": false,
  "ai.issue": false,
  "capital.move": false,
  "ledger.correct": false,
  "user.freeze": false,
  "user.level": false,
  "audit.stop": false,
  "audit.resume": false,
  "clock.start": false,
  "clock.tick": false,
  "feed.quote": false,
  "instrument.set": false,
  "instrument.state": false,
  "instrument.schedule": false,
}

/** Not those about a user (freezing), which the operator sends, nor the house's, which keeps its book by them. */
export const isUsers = (command: Command): boolean =>
  IS_USERS[command.type] && "account" in command && userIdOf(command.account) !== undefined

/** Sets take-profit or stop-loss of a position at a price of the chart; a toast says that it is set, or why not. */

import { forgetAction, positionActions, setTargets } from "../../../order-news/position-actions.ts"
import { showToast } from "../../../ui/toaster.ts"
import { type TargetAt, targetRequest } from "./targets-at.ts"

/** @param price wire text */
export async function setTarget(target: TargetAt, price: string): Promise<void> {
  const { id } = target.position
  if (await setTargets(id, targetRequest(target, price))) return
  const text = positionActions.byId[id]?.text
  if (text !== undefined) showToast("failure", text)
  forgetAction(id)
}

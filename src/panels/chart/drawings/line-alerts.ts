/** Arms and removes the alert on a drawn line, and has it follow what its owner does to the line (J9). */

import type { AlertRow } from "#core/wire/alert.ts"
import { addAlert, changeAlert, removeAlert } from "#core/wire/alert-calls.ts"
import { call } from "../../../api/call.ts"
import { account } from "../../../stores/account-store.ts"
import type { DrawingStep } from "../../../stores/drawing-history.ts"
import { onDrawn } from "../../../stores/drawing-store.ts"
import { showToast } from "../../../ui/toaster.ts"
import { alertOn, type LineCondition, lineCondition } from "./line-alert.model.ts"

/** Told on the page and to subscribed devices; answers why it was refused, ready to be shown. */
export async function armLine(condition: LineCondition): Promise<string | undefined> {
  const answer = await call(addAlert, { condition, note: "", mail: false, push: true })
  return answer.ok ? undefined : answer.failure.text
}

/** By drawing: its alert, while that isn't known to be on the newest line; calls go one after the other. */
const following = new Map<string, { alert: number; calls: Promise<void>; open: number }>()

onDrawn((instrument, step) => follow(instrument, step))

function follow(instrument: string, step: DrawingStep): void {
  for (const { before, after } of step) {
    if (!before) continue
    const held = following.get(before.id)
    const isOnWay = held !== undefined && held.open > 0
    const id = isOnWay
      ? held.alert
      : (alertOn(before, instrument, account.alerts as readonly AlertRow[])?.id ?? held?.alert)
    if (id === undefined) continue
    const old = lineCondition(before, instrument)
    const condition = after && lineCondition(after, instrument)
    if (JSON.stringify(old) === JSON.stringify(condition)) continue
    send(before.id, id, condition)
  }
}

/** Moves the alert to another line; without one it ends. */
function send(drawing: string, alert: number, condition: LineCondition | undefined): void {
  const run = following.get(drawing) ?? { alert, calls: Promise.resolve(), open: 0 }
  following.set(drawing, run)
  run.open += 1
  run.calls = run.calls.then(async () => {
    const answer = condition
      ? await call(changeAlert, { id: alert, condition })
      : await call(removeAlert, { id: alert })
    run.open -= 1
    // One that has fired or was removed meanwhile has nothing to follow with.
    const isRefused = !answer.ok && answer.failure.name !== "UNKNOWN_ALERT"
    // Refused, it stands where the line was. It still belongs to the line, and comes with it the next time.
    if (run.open === 0 && !isRefused) following.delete(drawing)
    if (!answer.ok && isRefused) showToast("failure", answer.failure.text)
  })
}

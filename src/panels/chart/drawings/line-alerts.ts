/** Arms and removes the alert on a drawn line, and has it follow what its owner does to the line (J9). */

import i18next from "i18next"
import type { Drawing } from "#core/drawing/drawing.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import { addAlert, changeAlert, removeAlert } from "#core/wire/alert-calls.ts"
import { call } from "../../../api/call.ts"
import { account } from "../../../stores/account-store.ts"
import type { DrawingStep } from "../../../stores/drawing-history.ts"
import { boards, onDrawn } from "../../../stores/drawing-store.ts"
import { showToast } from "../../../ui/toaster.ts"
import { alertOn, type LineCondition, lineCondition } from "./line-alert.model.ts"

/** Told on the page and to subscribed devices; answers why it was refused, ready to be shown. */
export async function armLine(condition: LineCondition): Promise<string | undefined> {
  const answer = await call(addAlert, { condition, note: "", mail: false, push: true })
  return answer.ok ? undefined : answer.failure.text
}

/** Where the price is just at the line it leaves it soon: how often the alert tries to come along, and how many times at most. */
const AGAIN_MS = 3_000
const AGAIN_MAX = 200

interface Following {
  alert: number
  calls: Promise<void>
  /** Calls under way. */
  open: number
  again?: ReturnType<typeof setTimeout>
}

/** By drawing: its alert, while that isn't known to be on the newest line; calls go one after the other. */
const following = new Map<string, Following>()

onDrawn((instrument, step) => follow(instrument, step))

function follow(instrument: string, step: DrawingStep): void {
  for (const { before, after } of step) {
    if (!before) continue
    const held = following.get(before.id)
    const isOnWay = held !== undefined && held.open > 0
    const id = isOnWay ? held.alert : (alertOn(before, instrument, alertsNow())?.id ?? held?.alert)
    if (id === undefined) continue
    const old = lineCondition(before, instrument)
    const condition = after && lineCondition(after, instrument)
    if (JSON.stringify(old) === JSON.stringify(condition)) continue
    send(before.id, id, condition)
  }
}

/** Moves the alert to another line; without one it ends. */
function send(drawing: string, alert: number, condition: LineCondition | undefined, turn = 0): void {
  const run = following.get(drawing) ?? { alert, calls: Promise.resolve(), open: 0 }
  following.set(drawing, run)
  clearTimeout(run.again)
  run.open += 1
  run.calls = run.calls.then(async () => {
    const answer = condition
      ? await call(changeAlert, { id: alert, condition })
      : await call(removeAlert, { id: alert })
    run.open -= 1
    // One that has fired or was removed meanwhile has nothing to follow with.
    const refusal = answer.ok || answer.failure.name === "UNKNOWN_ALERT" ? undefined : answer.failure
    // Refused, it stands where the line was. It still belongs to the line, and comes with it the next time.
    if (run.open === 0 && !refusal) following.delete(drawing)
    if (!refusal) return
    const isLater = condition && run.open === 0 && refusal.name === "ALERT_REACHED" && turn < AGAIN_MAX
    if (isLater) tryAgain(drawing, run, condition, turn + 1)
    if (turn === 0 && isLater) showToast("info", i18next.t("drawing:alertLater"))
    else if (!isLater) showToast("failure", refusal.text)
  })
}

/** Unless the line has gone on meanwhile, the alert was changed or removed elsewhere, or another one set on the line. */
function tryAgain(drawing: string, run: Following, condition: LineCondition, turn: number): void {
  const { instrument } = condition
  const wanted = JSON.stringify(condition)
  const stood = conditionOf(run.alert)
  run.again = setTimeout(() => {
    const line = boards.byId[instrument]?.drawings.find(({ id }) => id === drawing) as Drawing | undefined
    if (!line || run.open > 0 || following.get(drawing) !== run) return
    if (JSON.stringify(lineCondition(line, instrument)) !== wanted) return
    if (conditionOf(run.alert) !== stood || alertOn(line, instrument, alertsNow())) return
    send(drawing, run.alert, condition, turn)
  }, AGAIN_MS)
}

const alertsNow = () => account.alerts as readonly AlertRow[]

const conditionOf = (alert: number): string =>
  JSON.stringify(alertsNow().find(({ id, state }) => id === alert && state === "armed")?.condition ?? null)

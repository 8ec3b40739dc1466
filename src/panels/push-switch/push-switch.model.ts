/** What the switch shows of what is known: whether it is on, whether it can be pressed, what is said, and which device is this one. */

import type { PushFailure } from "../../user/push-here.ts"
import type { PushHere } from "./use-push-here.ts"

interface DeviceOf {
  endpoint: string
}

interface Known {
  here: PushHere
  /** The devices that the server tells; undefined: not known yet, or not to be had. */
  devices: readonly DeviceOf[] | undefined
  /** What the last press came to. */
  failure: PushFailure | undefined
}

export interface SwitchFace {
  isOn: boolean
  isDisabled: boolean
  /** A key of `security:push`, or a server's words; undefined: nothing is to be said. */
  said: { key: string } | { text: string } | undefined
}

/** On is what both know: messages go nowhere that the server doesn't know, and are shown by no browser without a subscription. */
export function switchFace({ here, devices, failure }: Known): SwitchFace {
  const isOn =
    here.endpoint !== undefined && (devices?.some(({ endpoint }) => endpoint === here.endpoint) ?? false)
  const { hindrance } = here
  if (hindrance === "checking") return { isOn, isDisabled: true, said: undefined }
  // What stands against it now says more than what the last press came to.
  if (hindrance !== undefined) return { isOn, isDisabled: !isOn, said: { key: hindrance } }
  return { isOn, isDisabled: devices === undefined, said: failure && saidOf(failure) }
}

function saidOf(failure: PushFailure): SwitchFace["said"] {
  // It stood against it then, and doesn't any more.
  if (failure.why === "hindered") return undefined
  return failure.why === "refused" ? { text: failure.text } : { key: failure.why }
}

/** This device first, the others as they come. */
export function thisFirst<Row extends DeviceOf>(rows: readonly Row[], here: string | undefined): Row[] {
  const isHere = ({ endpoint }: Row) => endpoint === here
  return [...rows.filter(isHere), ...rows.filter((row) => !isHere(row))]
}

/** Refusals of the HTTP door, for whoever counts them; costs a comparison while nobody does. */

import { channel } from "node:diagnostics_channel"
import type { ProblemName } from "#core/wire/index.ts"

export const refusals = channel("saker:http:refusal")

export const tellRefusal = (name: ProblemName): void => {
  if (refusals.hasSubscribers) refusals.publish(name)
}

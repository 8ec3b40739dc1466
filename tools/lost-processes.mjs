/** A reporter of vitest: which files lost their process, and which errors belong to no test; its results in JSON tell neither. */

import { writeFileSync } from "node:fs"
import { relative } from "node:path"
import { root } from "./steps.mjs"

/** Name of the variable with the file that it writes `{ lost: paths, errors: texts }` to. */
export const LOST_FILE = "SAKER_LOST_FILE"

/** Signals of a crash inside node: neither our code nor a test can send itself into one. SIGABRT may be memory that ran out, which is ours. */
const CRASH = /with signal SIG(?:SEGV|BUS|ILL|TRAP)\b/

export const isCrash = (error) => CRASH.test(error)

export default class LostProcesses {
  onTestRunEnd(modules, unhandled) {
    const file = process.env[LOST_FILE]
    if (!file) return
    const errors = unhandled.map(({ message, cause }) =>
      cause?.message ? `${message} ${cause.message}` : message,
    )
    const isLost = (module) =>
      ["pending", "queued"].includes(module.state()) || errors.some((text) => text.includes(module.moduleId))
    const lost = modules.filter(isLost).map(({ moduleId }) => relative(root, moduleId))
    writeFileSync(file, JSON.stringify({ lost, errors }))
  }
}

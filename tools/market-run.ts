/** What `npm run market` becomes once all is installed: hands words and terminal to the time machine. */

import { runMachine } from "#server/time-machine/run-machine.ts"

process.exitCode = await runMachine(process.argv.slice(2), {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  onStop(stop) {
    let isEnding = false
    const end = () => {
      // A second Ctrl-C means: now.
      if (isEnding) process.exit(1)
      isEnding = true
      stop()
    }
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
    for (const signal of signals) process.on(signal, end)
    return () => undefined
  },
})

/** `npm run operator -- COMMAND`: what an operator does to identities and users, through the running server. */

import { runOperator } from "#server/operator/run-operator.ts"

const words = process.argv.slice(2).filter((argument) => argument !== "--")
const terminal = {
  environment: process.env,
  say: (line: string) => process.stdout.write(`${line}\n`),
  complain: (line: string) => process.stderr.write(`${line}\n`),
}
// The one that works without a server, and needs all of the exchange.
if (words[0] === "restore") {
  const { runRestore } = await import("#server/start/run-restore.ts")
  process.exitCode = await runRestore(words.slice(1), terminal)
} else process.exitCode = await runOperator(words, terminal)

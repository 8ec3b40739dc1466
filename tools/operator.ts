/** `npm run operator -- COMMAND`: what an operator does to identities and users, through the running server. */

import { runOperator } from "#server/operator/run-operator.ts"

process.exitCode = await runOperator(
  process.argv.slice(2).filter((argument) => argument !== "--"),
  {
    environment: process.env,
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  },
)

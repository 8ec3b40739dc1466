/** The operator's call that copies what is stored into a folder of the server's machine. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { timeMs } from "./scalar.ts"

const FOLDER_MAX = 1000

export const operatorBackup = endpoint({
  method: "POST",
  path: "/operator/backup",
  summary:
    "Copies all that is stored into a folder; where a copy lies there already, adds the commands since",
  notes:
    "A whole copy holds up what is being kept by 0.1 s for each 50 MB or so. Commands that are added let `restore` go to any moment behind the copy. Refused (WRONG_STATE) where the data is on a PostgreSQL server, the folder holds something else, or commands between are no longer there: then make a whole copy in another folder.",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    folder: described(
      z.string().check(z.minLength(1), z.maxLength(FOLDER_MAX), z.regex(/^\//)),
      "Path on the server's machine, from its root.",
    ),
  }),
  response: z.object({
    isWhole: described(z.boolean(), "Everything was copied; false: commands were added to a copy."),
    fromSeq: described(z.int(), "First command that was added; of a whole copy its last one."),
    seq: described(z.int(), "Last command that the folder now holds."),
    time: described(timeMs, "When that one was done."),
    bytes: described(z.int(), "What was written."),
  }),
  problems: ["WRONG_STATE"],
  example: {
    request: { folder: "/var/backups/saker/2027-03-14" },
    response: { isWhole: true, fromSeq: 801_377, seq: 801_377, time: 1_805_000_000_000, bytes: 61_265_408 },
  },
})

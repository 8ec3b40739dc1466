/** A server killed at any moment of a withdrawal sends it once; the deposit before it stays credited once. */

import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import type { Deposit, Withdrawal } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import {
  DATABASE,
  freshFolder,
  removeFolders,
  type SakerProcess,
  startSaker,
} from "#tests/support/saker-process.ts"
import { fundsOf, newWithdrawer, untilStatus, withdrawn } from "#tests/support/withdrawer.ts"

const ROUNDS = Number(process.env.SAKER_CRASH_KILLS ?? 2)
const WITHIN_MS = 120_000 + ROUNDS * 60_000
/** The kill comes at a moment of this span after the approval: sending, sent, and most of the way to final. */
const MOMENT_MS = 2_500

afterAll(removeFolders)

const data = freshFolder()
let saker: SakerProcess
let key = ""
async function operate(...args: string[]): Promise<string> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }
  const code = await runOperator(args, { environment, say, complain: say })
  expect([code, said.join("\n")]).toEqual([0, expect.any(String)])
  return said.join("\n")
}

const start = (port = 0) =>
  startSaker({
    data,
    port,
    env: {
      ...{ SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_SANDBOX_BLOCK_MS: "50" },
      ...{ SAKER_ADDRESS_WAIT_SECONDS: "0", SAKER_WITHDRAW_WAIT_SECONDS: "0", SAKER_CODES_PER_HOUR: "10000" },
      SAKER_SANDBOX_APPROVE_SECONDS: "",
    },
  })
const moved = {
  get server() {
    return { address: saker.url, port: saker.port } as RunningServer
  },
  // Each user asks for one code of a purpose: nobody has to wait.
  pass: () => undefined,
}

test(
  "a withdrawal is sent once, whenever the server is killed (D5)",
  async () => {
    saker = await start()
    key = (await operate("key-add", "olga")).split("\n")[1] ?? ""
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await newWithdrawer(moved)
      const { data: asked } = await withdrawn(moved, ada)
      await untilStatus(ada, asked.id, "review")
      await operate("withdraw-approve", String(asked.id))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOMENT_MS))
      await saker.end("SIGKILL")
      saker = await start(saker.port)
      await untilStatus(ada, asked.id, "final")
      expect(await fundsOf(ada)).toEqual({ available: "899", held: "0" })
      const lists = await Promise.all([
        ada.get<{ rows: Withdrawal[] }>("/assets/withdrawals"),
        ada.get<{ rows: Deposit[] }>("/assets/deposits"),
      ])
      expect(lists.map((list) => list.data.rows.map(({ status }) => status))).toEqual([["final"], ["final"]])
    }
    expect(await operate("verify")).toContain("All is as it is stored.")
    expect(await operate("withdrawals")).toBe("None.")
    await saker.end()
    expect(await payments()).toEqual(Array.from({ length: ROUNDS }, () => 1))
  },
  WITHIN_MS,
)

/** How many transactions there are of each withdrawal. */
async function payments(): Promise<number[]> {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  const storage = await openStorage({ data, database: DATABASE, seedFile, databaseUrl: "" })
  const rows = await storage.database
    .selectFrom("chain_transactions")
    .select((build) => build.fn.countAll<string>().as("count"))
    .where("is_payment", "=", true)
    .groupBy("request")
    .execute()
  await storage.close()
  return rows.map(({ count }) => Number(count))
}

/** Operators decide on withdrawals through the command line, each with their own key, also at the same moment (D3). */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Withdrawal } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { handInIdentity } from "#tests/support/identity.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { fundsOf, newWithdrawer, untilStatus, withdrawn } from "#tests/support/withdrawer.ts"
import { runOperator } from "./run-operator.ts"

const WITHIN_MS = 180_000
const FUNDS = 400_000
const FEE = 1
const data = freshFolder()
let server: RunningServer
let ahead = 0
const moved = {
  get server() {
    return server
  },
  pass: (ms: number) => {
    ahead += ms
  },
}
type Ada = Awaited<ReturnType<typeof newWithdrawer>>
/** A verified user with as much as the faucet gives. */
let ada: Ada
const keys = { olga: "", bob: "" }
type Operator = keyof typeof keys

async function operate(by: Operator, ...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = { SAKER_DATA: data, SAKER_OPERATOR_KEY: keys[by] }
  const code = await runOperator(args, { environment, say, complain: say })
  return { code, text: said.join("\n") }
}
const approve = (by: Operator, id: number) => operate(by, "withdraw-approve", String(id))
const codesOf = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).toSorted()

/** One that waits for a decision. */
async function inReview(amount: string, person = ada): Promise<Withdrawal> {
  const { data: asked } = await withdrawn(moved, person, { amount })
  return await untilStatus(person, asked.id, "review")
}

/** What has left for good, and what is there and held: nothing is missing, nothing was sent twice. */
async function expectAddsUp(person: Ada): Promise<void> {
  const { rows } = (await person.get<{ rows: Withdrawal[] }>("/assets/withdrawals?limit=100")).data
  const left = rows.filter(({ status }) => status === "final")
  const gone = left.reduce((sum, { amount }) => sum + Number(amount) + FEE, 0)
  expect(await fundsOf(person)).toEqual({ available: String(FUNDS - gone), held: "0" })
  expect(new Set(left.map(({ tx }) => tx)).size).toBe(left.length)
}

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_DATA: data, SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" },
      ...{
        SAKER_SANDBOX_APPROVE_SECONDS: "",
        SAKER_CHAIN_FAUCET: `USDT:${FUNDS}`,
        SAKER_CODES_PER_HOUR: "1000",
      },
      ...{ SAKER_SANDBOX_BLOCK_MS: "20", SAKER_ADDRESS_WAIT_SECONDS: "0", SAKER_WITHDRAW_WAIT_SECONDS: "0" },
    },
    { clock: movedClock(() => ahead) },
  )
  for (const name of ["olga", "bob"] as const) {
    const { text } = await operate("olga", "key-add", name, "--json")
    keys[name] = (JSON.parse(text) as { key: string }).key
  }
  ada = await newWithdrawer(moved)
  await handInIdentity(server, ada)
  expect((await operate("olga", "approve", ada.user.user_id)).code).toBe(0)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

describe("a withdrawal above 50,000 USDT", () => {
  test("is approved by one and refused to the same one again; the second sends it", async () => {
    const { id } = await inReview("50001")
    const first = await approve("olga", id)
    expect(first).toMatchObject({ code: 0, text: expect.stringContaining("now another operator must") })
    expect((await approve("olga", id)).code).toBe(1)
    expect((await operate("bob", "withdrawals")).text).toMatch(/review.*50001 USDT.*olga/)
    expect(await untilStatus(ada, id, "review")).toMatchObject({ tx: "" })
    expect((await approve("bob", id)).text).toBe(`${id} is approved; approved by olga, bob.`)
    const final = await untilStatus(ada, id, "final")
    expect(final.tx).not.toBe("")
    for (const by of ["olga", "bob"] as const) expect((await approve(by, id)).code).toBe(1)
    const { text } = await operate("olga", "audit")
    expect(text).toMatch(/bob +withdrawal\.approve .*approved by olga and bob/)
    expect(text.match(/withdrawal\.approve/g)).toHaveLength(2)
    await operate("bob", "withdrawal", String(id))
  })

  test("approved by both at the same moment, each more than once: each counts once, and it is sent once", async () => {
    const { id } = await inReview("60000")
    const answers = await Promise.all(
      (["olga", "bob", "olga", "bob", "olga", "bob"] as const).map((by) => approve(by, id)),
    )
    expect(codesOf(answers)).toEqual([0, 0, 1, 1, 1, 1])
    await untilStatus(ada, id, "final")
  })

  test("can be rejected by the second, and is then approved by nobody", async () => {
    const { id } = await inReview("60000")
    await approve("olga", id)
    expect((await operate("bob", "withdraw-reject", String(id), "--reason", "On a list.")).code).toBe(0)
    expect((await approve("bob", id)).code).toBe(1)
    await untilStatus(ada, id, "rejected")
  })
})

test("what one may approve is approved by one of two at the same moment, and sent once", async () => {
  const { id } = await inReview("50000")
  const answers = await Promise.all([approve("olga", id), approve("bob", id)])
  expect(codesOf(answers)).toEqual([0, 1])
  await untilStatus(ada, id, "final")
})

test("cancelled, approved and rejected at the same moment: one of them is done, whichever came first", async () => {
  // Nobody has verified who this is: whatever the amount, a person decides.
  const ben = await newWithdrawer(moved)
  for (let round = 0; round < 3; round += 1) {
    const { id } = await inReview("100", ben)
    const cancel = () =>
      ben.post<Withdrawal>("/assets/cancelWithdraw", { id }).then(({ code }) => code === 200)
    const acts = [
      async () => ((await cancel()) ? "cancelled" : ""),
      async () => ((await approve("olga", id)).code === 0 ? "final" : ""),
      async () =>
        (await operate("bob", "withdraw-reject", String(id), "--reason", "No.")).code === 0 ? "rejected" : "",
    ]
    const first = round % acts.length
    const done = await Promise.all([...acts.slice(first), ...acts.slice(0, first)].map((act) => act()))
    const [end, ...others] = done.filter((name) => name !== "")
    expect(others).toEqual([])
    if (end !== "cancelled" && end !== "final" && end !== "rejected") throw new Error("nothing was done")
    await untilStatus(ben, id, end)
  }
  await expectAddsUp(ben)
})

test("a freeze of all takes one operator, and so does lifting it; both stand in the audit", async () => {
  expect((await operate("olga", "withdrawals-freeze", "--reason", "We count.")).code).toBe(0)
  expect((await operate("bob", "withdrawals-freeze", "--reason", "Again.")).code).toBe(1)
  expect((await operate("olga", "withdrawals-unfreeze", "--reason", "Counted.")).code).toBe(0)
  const { text } = await operate("bob", "audit")
  expect(text).toMatch(/olga +withdrawals\.freeze /)
  expect(text).toMatch(/olga +withdrawals\.unfreeze .*frozen: We count\./)
})

test("after all of that money and withdrawals add up", async () => {
  await expectAddsUp(ada)
})

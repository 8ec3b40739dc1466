/** Operators do their work through the running server, all of it is audited, and nobody else can. */

import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS, type UserInfo } from "#core/wire/index.ts"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { handInIdentity } from "#tests/support/identity.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person, post } from "#tests/support/person.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { DOOR_FILE, type DoorFile } from "./operator-door.ts"
import { runOperator } from "./run-operator.ts"

const START_WITHIN_MS = 180_000

afterAll(removeFolders)

/** Keys of operators by data folder: whose is used where a test names none. */
const keys = new Map<string, string>()
/** What the command line says in `data`, as a person at this machine would see it. */
const operate = (data: string, ...args: string[]) => operateWith(keys.get(data) ?? "", data, ...args)
async function operateWith(key: string, data: string, ...args: string[]) {
  const said: string[] = []
  const code = await runOperator(args, {
    environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key },
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
  })
  return { code, text: said.join("\n"), json: <Data>() => JSON.parse(said.join("")) as Data }
}

/** The key that `key-add` shows, made by who holds `key`. */
async function newKey(data: string, name: string, key = ""): Promise<string> {
  const made = await operateWith(key, data, "key-add", name, "--json")
  expect(made.code, made.text).toBe(0)
  return made.json<{ key: string }>().key
}

const storages = [
  { where: "the embedded database", url: async () => ({ url: "", drop: async () => undefined }) },
  {
    where: `PostgreSQL${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
    url: freshDatabase,
    isLeftOut: !postgresIsThere,
  },
]
for (const { where, url, isLeftOut = false } of storages) {
  describe.skipIf(isLeftOut)(`on ${where}`, () => {
    let server: RunningServer
    let drop: () => Promise<unknown>
    const data = freshFolder()
    beforeAll(async () => {
      const database = await url()
      drop = database.drop
      server = await startInProcess({
        SAKER_DATA: data,
        DATABASE_URL: database.url,
        SAKER_MARKETS: "1",
        SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
        SAKER_SANDBOX_APPROVE_SECONDS: "",
      })
      keys.set(data, await newKey(data, "olga"))
    }, START_WITHIN_MS)
    afterAll(async () => {
      await server.close()
      await drop()
    }, START_WITHIN_MS)
    const login = ({ account, password }: Person) => post(server, "/login/index", { account, password })

    test("an identity is listed, looked at with its pictures, refused with a reason, then approved", async () => {
      const ada = await newPerson(server)
      const uid = ada.user.user_id
      expect((await operate(data, "identity", uid)).code).toBe(1)
      await handInIdentity(server, ada)
      expect((await operate(data, "identities", "--status", "review")).text).toContain(uid)
      const folder = freshFolder()
      const shown = await operate(data, "identity", uid, "--pictures", folder)
      expect(shown.text).toMatch(/real_name +Ada Lovelace/)
      expect(shown.text).toMatch(/id_number +L01X00T471/)
      for (const side of ["front", "back"]) {
        const file = join(folder, `${uid}-${side}.jpg`)
        expect(await sharp(readFileSync(file)).metadata()).toMatchObject({ format: "jpeg" })
        expect(statSync(file).mode & 0o077).toBe(0)
      }
      expect((await operate(data, "refuse", uid)).code).toBe(2)
      expect((await operate(data, "refuse", uid, "--reason", "The back is blurred.")).code).toBe(0)
      expect((await ada.get("/security/getAuthInfo")).data).toMatchObject({
        status: "refused",
        reason: "The back is blurred.",
      })
      expect((await operate(data, "approve", uid)).code).toBe(1)
      await handInIdentity(server, ada)
      expect((await operate(data, "approve", ada.account)).text).toBe(`${uid} is verified.`)
      expect((await ada.get<UserInfo>("/security/index")).data.identity).toBe("verified")
      expect((await operate(data, "identities", "--status", "review")).text).toBe("None.")
    })

    test("freezing ends every session at once, also one that is just beginning, until it is undone", async () => {
      const ada = await newPerson(server)
      const uid = ada.user.user_id
      const begun = Promise.all(Array.from({ length: 4 }, () => login(ada)))
      const frozen = await operate(data, "freeze", uid, "--reason", "Asked for by the owner.")
      expect(frozen.text).toMatch(new RegExp(`^${uid} is frozen; sessions ended: \\d+\\.$`))
      const tokens = (await begun).flatMap(
        ({ data: given }) => (given as { token?: string } | null)?.token ?? [],
      )
      for (const token of [ada.token, ...tokens])
        expect((await post(server, "/login/logout", {}, token)).code).toBe(PROBLEMS.SESSION)
      expect((await login(ada)).code).toBe(PROBLEMS.ACCOUNT_FROZEN)
      expect((await operate(data, "freeze", uid, "--reason", "Twice.")).code).toBe(1)
      expect((await operate(data, "unfreeze", uid)).code).toBe(0)
      expect((await login(ada)).code).toBe(200)
    })

    test("sessions are ended, the score is set, and the table tells who did it, to whom, and why", async () => {
      const ada = await newPerson(server)
      const uid = ada.user.user_id
      expect((await operate(data, "end-sessions", uid)).text).toBe(`${uid}: sessions ended: 1.`)
      expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
      for (const wrong of ["101", "-1", "half"])
        expect((await operate(data, "credit", uid, wrong)).code).toBe(2)
      const set = await operate(data, "credit", uid, "80", "--reason", "Two late deliveries")
      expect(set.text).toBe(`${uid}: credit score 100 → 80.`)
      expect((await operate(data, "user", uid, "--json")).json()).toMatchObject({
        credit_score: 80,
        sessions: 0,
        frozen: false,
      })
      const table = await operate(data, "audit", "--user", uid, "--json")
      const { rows } = table.json<{ rows: Record<string, unknown>[] }>()
      expect(rows.map(({ by, action, reason, detail }) => [by, action, reason, detail])).toEqual([
        ["olga", "user.look", "", ""],
        ["olga", "credit", "Two late deliveries", "100 → 80"],
        ["olga", "sessions.end", "", "1 sessions ended"],
      ])
    })

    test("who doesn't exist is said, and nothing is written down", async () => {
      const before = (await operate(data, "audit", "--limit", "500")).text
      for (const nobody of ["00000000", "nobody@example.org"])
        expect(await operate(data, "credit", nobody, "1")).toMatchObject({
          code: 1,
          text: "This user doesn't exist.",
        })
      expect((await operate(data, "audit", "--limit", "500")).text).toBe(before)
    })

    test("every operator has a key of their own, which names them in the table until it is revoked (E4)", async () => {
      const ada = await newPerson(server)
      const uid = ada.user.user_id
      const look = (key: string) => operateWith(key, data, "user", uid)
      const olgas = keys.get(data) ?? ""
      // The first key was made without one; nothing more is.
      for (const words of [["user", uid], ["keys"], ["key-revoke", "olga"], ["key-add", "eve"], ["audit"]])
        expect(await operateWith("", data, ...words)).toMatchObject({
          code: 1,
          text: expect.stringContaining("needs an operator's key"),
        })
      expect((await operateWith("x".repeat(43), data, "keys")).text).toContain("unknown or revoked")
      const bens = await newKey(data, "ben", olgas)
      expect(bens).toMatch(/^[\w-]{43}$/)
      expect((await operate(data, "key-add", "ben")).code).toBe(1)
      for (const wrong of ["B", "Ben Smith", "-ben", "ben\u0000"])
        expect((await operate(data, "key-add", wrong)).code).toBe(2)
      expect((await look(bens)).code).toBe(0)
      expect((await operateWith(bens, data, "key-revoke", "ben")).code).toBe(0)
      expect((await look(bens)).text).toContain("unknown or revoked")
      expect((await operate(data, "key-revoke", "ben")).code).toBe(1)
      const renewed = await newKey(data, "ben", olgas)
      expect((await look(renewed)).code).toBe(0)
      const { rows } = (await operate(data, "audit", "--json")).json<{ rows: Record<string, string>[] }>()
      expect(rows.slice(0, 5).map(({ by, action, detail }) => [by, action, detail])).toEqual([
        ["ben", "user.look", ""],
        ["olga", "key.add", "ben"],
        ["ben", "key.revoke", "ben"],
        ["ben", "user.look", ""],
        ["olga", "key.add", "ben"],
      ])
      type Keys = { rows: { name: string; by: string; revoked: number }[] }
      const listed = (await operate(data, "keys", "--json")).json<Keys>().rows
      expect(listed.map(({ name, by, revoked }) => [name, by, revoked > 0])).toEqual([
        ["ben", "olga", false],
        ["ben", "olga", true],
        ["olga", "", false],
      ])
      expect(JSON.stringify(listed)).not.toContain(olgas)
    })

    test("the secret is its owner's alone, without it the door is shut, and the public door has no such path", async () => {
      const file = join(data, DOOR_FILE)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const { address, secret } = JSON.parse(readFileSync(file, "utf8")) as DoorFile
      const ada = await newPerson(server)
      const openapi = await (await fetch(`${server.address}/openapi.json`)).text()
      for (const { method, path } of Object.values(operatorEndpoints)) {
        const body = method === "POST" ? { method, body: "{}" } : {}
        const ask = async (door: string, token: string) => {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
          const response = await fetch(door + path, { ...body, headers })
          return [response.status, ((await response.json()) as { code: number }).code]
        }
        expect(await ask(address, ada.token)).toEqual([200, PROBLEMS.SESSION])
        for (const token of [`${secret}x`, `x${secret}`, keys.get(data) ?? ""])
          expect(await ask(address, token)).toEqual([200, PROBLEMS.SESSION])
        expect(await ask(server.address, secret)).toEqual([404, PROBLEMS.UNKNOWN_PATH])
        expect(openapi).not.toContain(path)
      }
    })
  })
}

test("what isn't understood is told with the usage, and without a server it says so", async () => {
  const nowhere = freshFolder()
  expect(await operate(nowhere, "help")).toMatchObject({
    code: 0,
    text: expect.stringContaining("freeze USER"),
  })
  expect((await operate(nowhere)).code).toBe(2)
  expect((await operate(nowhere, "delete", "12345678")).code).toBe(2)
  expect((await operate(nowhere, "constructor")).code).toBe(2)
  expect((await operate(nowhere, "user")).text).toBe("usage: user USER")
  expect((await operate(nowhere, "user", "12345678", "--force")).code).toBe(2)
  expect(await operate(nowhere, "user", "12345678")).toMatchObject({
    code: 3,
    text: expect.stringContaining("no server runs"),
  })
})

test(
  "the door's file goes with the server, and a port that is taken is told by its setting",
  async () => {
    const [data, other] = [freshFolder(), freshFolder()]
    const server = await startInProcess({ SAKER_DATA: data, SAKER_MARKETS: "1" })
    const { address } = JSON.parse(readFileSync(join(data, DOOR_FILE), "utf8")) as DoorFile
    const port = new URL(address).port
    const second = startInProcess({ SAKER_DATA: other, SAKER_MARKETS: "1", SAKER_OPERATOR_PORT: port })
    await expect(second).rejects.toThrow(/SAKER_OPERATOR_PORT: \d+ is taken/)
    await server.close()
    expect(() => statSync(join(data, DOOR_FILE))).toThrow()
    removeFolders()
  },
  START_WITHIN_MS,
)

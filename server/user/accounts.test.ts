/** Registration, login and account security. Through the real API, with a real database. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { LANGUAGES, PROBLEMS, type UserInfo } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { askForCode, codeTo, get, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
/** Time can be moved on; it never goes back. */
let ahead = 0
const clock = movedClock(() => ahead)
const MINUTE = 60_000
let server: RunningServer

beforeAll(async () => {
  const env = {
    SAKER_MARKETS: "1",
    SAKER_NAME: "Perch",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_CODES_PER_HOUR: "1000",
    SAKER_TRIES_PER_ADDRESS: "1000",
  }
  server = await startInProcess(env, { clock })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const ask = (account: string) => askForCode(server, account)
const login = (account: string, password: string) =>
  post<{ token: string; user: UserInfo }>(server, "/login/index", { account, password })
/** A code of that purpose, sent to the person. */
async function securityCode(person: Person, purpose: string, account = ""): Promise<string> {
  const to = account || person.account
  const seen = (await mailsTo(server, to)).length
  ahead += MINUTE
  const body = account ? { purpose, account } : { purpose }
  expect(await person.post("/security/sendCode", body)).toMatchObject({ code: 200 })
  return codeTo(server, to, seen)
}

describe("registration", () => {
  test("takes a code out of the mail, begins a session, and shows the person to themselves", async () => {
    const ada = await newPerson(server)
    const me = await ada.get<UserInfo>("/security/index")
    expect(me.data).toEqual(ada.user)
    expect(me.data).toMatchObject({ account: ada.account, credit_score: 100, identity: "none", totp: false })
    expect(me.data.user_id).toMatch(/^\d{8}$/)
    expect((await login(ada.account.toUpperCase(), ada.password)).code).toBe(200)
  })

  test("works by phone, written in any way, with forms as well as JSON", async () => {
    await ask("0049 (151) 123-45 678")
    const code = await codeTo(server, "+4915112345678")
    const form = new URLSearchParams({
      account: "+49 151 12345678",
      code,
      password: "quiet harbour 3",
      confirm: "quiet harbour 3",
    })
    const answer = await call<{ user: UserInfo }>(server, "/register/index", { method: "POST", body: form })
    expect(answer).toMatchObject({ code: 200, data: { user: { account: "+4915112345678", email: "" } } })
  })

  test.each([
    ["the two passwords differ", { confirm: "something else 9" }, "PASSWORDS_DIFFER"],
    ["the password is short", { password: "x7!kQ2z", confirm: "x7!kQ2z" }, "PASSWORD_WEAK"],
    ["the password is a common one", { password: "Password123!", confirm: "Password123!" }, "PASSWORD_WEAK"],
    ["the password is the name", { password: "fresh.egg.one", confirm: "fresh.egg.one" }, "PASSWORD_WEAK"],
    ["the account is neither e-mail nor phone", { account: "ada" }, "ACCOUNT_FORM"],
    ["a header would be smuggled in", { account: "a@b.org\r\nBcc: c@d.org" }, "ACCOUNT_FORM"],
    ["the invite code is nobody's", { invite: "NOBODY" }, "INVITE_CODE"],
    ["the code is wrong", {}, "CODE"],
  ] as const)("is refused when %s", async (_what, change, name) => {
    const password = "quiet harbour 4"
    const body = {
      account: "fresh.egg.one@example.org",
      code: "000000",
      password,
      confirm: password,
      ...change,
    }
    expect((await post(server, "/register/index", body)).code).toBe(PROBLEMS[name])
  })

  test("answers the same for an account that exists, whose owner alone is told", async () => {
    const ada = await newPerson(server)
    ahead += MINUTE
    const [known, unknown] = [await ask(ada.account), await ask("never.seen@example.org")]
    expect(Object.keys(known.data as object)).toEqual(Object.keys(unknown.data as object))
    expect([known.code, known.message]).toEqual([unknown.code, unknown.message])
    await vi.waitFor(async () => {
      const [mail] = await mailsTo(server, ada.account)
      expect(mail?.subject).toBe("You already have a Perch account")
      expect(mail?.text).not.toMatch(/\d{6}/)
    })
  })

  test("sends another code after a minute, and only the newest counts, once", async () => {
    const account = "twice@example.org"
    await ask(account)
    const first = await codeTo(server, account)
    expect(await ask(account)).toMatchObject({ code: PROBLEMS.WAIT })
    ahead += MINUTE
    await ask(account)
    const second = await codeTo(server, account, 1)
    const password = "quiet harbour 5"
    const register = (code: string) =>
      post(server, "/register/index", { account, code, password, confirm: password })
    if (first !== second) expect((await register(first)).code).toBe(PROBLEMS.CODE)
    const both = await Promise.all([register(second), register(second)])
    expect(both.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, PROBLEMS.CODE])
    expect((await register(second)).code).toBe(PROBLEMS.CODE)
  })

  test("a code is dead after five wrong tries, and after ten minutes", async () => {
    const password = "quiet harbour 6"
    const register = (account: string, code: string) =>
      post(server, "/register/index", { account, code, password, confirm: password })
    await ask("guess@example.org")
    const code = await codeTo(server, "guess@example.org")
    const wrong = code === "111111" ? "222222" : "111111"
    for (let attempt = 0; attempt < 5; attempt += 1) await register("guess@example.org", wrong)
    expect((await register("guess@example.org", code)).code).toBe(PROBLEMS.CODE)
    await ask("late@example.org")
    const late = await codeTo(server, "late@example.org")
    ahead += 10 * MINUTE
    expect((await register("late@example.org", late)).code).toBe(PROBLEMS.CODE)
  })

  test("counts invitations on three levels, the accounts masked", async () => {
    const ada = await newPerson(server)
    const code = async (person: Person) => (await person.get<{ code: string }>("/security/invite")).data.code
    const bob = await newPerson(server, (await code(ada)).toLowerCase())
    const cem = await newPerson(server, await code(bob))
    const dan = await newPerson(server, await code(cem))
    await newPerson(server, await code(dan))
    const { data } = await ada.get<{ counts: number[]; link: string }>("/security/invite")
    expect(data.counts).toEqual([1, 1, 1])
    const second = await ada.get<{ rows: { account: string }[] }>("/security/invitations?level=2")
    expect(second.data.rows.map((row) => row.account)).toEqual(["p•••@e•••.org"])
  })
})

describe("logging in", () => {
  test("says the same for a wrong password, an unknown account and nonsense, in eight languages", async () => {
    const ada = await newPerson(server)
    for (const lang of LANGUAGES) {
      const answers = await Promise.all(
        [ada.account, `${lang}@nowhere.example`, `nonsense ${lang}`].map((account) =>
          call(server, "/login/index", {
            method: "POST",
            headers: { "content-type": "application/json", lang },
            body: JSON.stringify({ account, password: `wrong ${lang}` }),
          }),
        ),
      )
      const told = answers.filter((answer) => answer.code !== PROBLEMS.WAIT)
      expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1)
    }
  })

  test("waits longer each time an account is guessed at, known or not, and says for how long", async () => {
    const ada = await newPerson(server)
    for (const account of [ada.account, "ghost@example.org"]) {
      const answers = []
      for (let attempt = 0; attempt < 7; attempt += 1) answers.push(await login(account, "wrong"))
      expect(answers.map((answer) => answer.code)).toEqual([
        ...Array<number>(5).fill(PROBLEMS.CREDENTIALS),
        PROBLEMS.WAIT,
        PROBLEMS.WAIT,
      ])
      expect(answers.at(-1)?.message).toMatch(/Try again in (60|59) seconds/)
    }
    // The right password doesn't open it meanwhile: a guesser could not tell.
    expect((await login(ada.account, ada.password)).code).toBe(PROBLEMS.WAIT)
    const history = await ada.get<{ rows: { result: string }[] }>("/security/logins")
    await vi.waitFor(async () => {
      const { data } = await ada.get<typeof history.data>("/security/logins")
      expect(data.rows.map((row) => row.result)).toEqual([...Array<string>(5).fill("password"), "ok"])
    })
  })

  test("opens sessions that can be seen and ended, each by its owner alone", async () => {
    const [ada, eve] = [await newPerson(server), await newPerson(server)]
    const other = (await login(ada.account, ada.password)).data.token
    type Rows = { rows: { id: string; current: boolean }[] }
    const { rows } = (await ada.get<Rows>("/security/sessions")).data
    expect(rows.map((row) => row.current)).toEqual([false, true])
    const id = rows[0]?.id ?? ""
    expect((await eve.post("/security/sessionEnd", { id })).code).toBe(PROBLEMS.UNKNOWN_SESSION)
    expect((await get(server, "/security/index", other)).code).toBe(200)
    expect((await ada.post("/security/sessionEnd", { id })).code).toBe(200)
    expect((await get(server, "/security/index", other)).code).toBe(PROBLEMS.SESSION)
    await ada.post("/login/logout")
    expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
    expect((await eve.get("/security/index")).code).toBe(200)
  })

  test("a session that nobody uses for a week has ended", async () => {
    const ada = await newPerson(server)
    ahead += 7 * 24 * 60 * MINUTE - MINUTE
    expect((await ada.get("/security/index")).code).toBe(200)
    ahead += 7 * 24 * 60 * MINUTE + MINUTE
    expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
  })
})

describe("sensitive changes", () => {
  test("a new password needs old one and code, ends other sessions, rests withdrawals and is told", async () => {
    const ada = await newPerson(server)
    const other = (await login(ada.account, ada.password)).data.token
    const code = await securityCode(ada, "password")
    const next = { password: "a grey heron 11", confirm: "a grey heron 11" }
    const change = (body: object) =>
      ada.post("/security/password", { old: ada.password, code, ...next, ...body })
    expect((await change({ old: "wrong" })).code).toBe(PROBLEMS.CREDENTIALS)
    expect((await change({ code: code === "000000" ? "111111" : "000000" })).code).toBe(PROBLEMS.CODE)
    expect((await change({ password: ada.password, confirm: ada.password })).code).toBe(
      PROBLEMS.PASSWORD_SAME,
    )
    expect((await change({})).code).toBe(200)
    expect((await get(server, "/security/index", other)).code).toBe(PROBLEMS.SESSION)
    const me = await ada.get<UserInfo>("/security/index")
    expect(me.data.holdUntil).toBeGreaterThan(clock.now() + 23 * 60 * MINUTE)
    expect((await login(ada.account, ada.password)).code).toBe(PROBLEMS.CREDENTIALS)
    expect((await login(ada.account, next.password)).code).toBe(200)
    await vi.waitFor(async () =>
      expect((await mailsTo(server, ada.account))[0]?.subject).toBe("Perch: Your login password was changed"),
    )
  })

  test("a code for one thing, or of one person, is no use for another", async () => {
    const [ada, eve] = [await newPerson(server), await newPerson(server)]
    const code = await securityCode(ada, "payPwd")
    const trade = { password: "seven grey herons", confirm: "seven grey herons", code }
    const forPassword = { old: ada.password, password: "a grey heron 12", confirm: "a grey heron 12", code }
    expect((await ada.post("/security/password", forPassword)).code).toBe(PROBLEMS.CODE)
    expect((await eve.post("/security/payPwd", { ...trade, login: eve.password })).code).toBe(PROBLEMS.CODE)
    expect((await ada.post("/security/payPwd", { ...trade, login: ada.password })).code).toBe(200)
    expect((await ada.get<UserInfo>("/security/index")).data.tradePassword).toBe(true)
  })

  test("a forgotten password is set anew by a code, and all sessions end", async () => {
    const ada = await newPerson(server)
    const seen = (await mailsTo(server, ada.account)).length
    const wanted = { purpose: "forget", account: ada.account }
    const [known, unknown] = [
      await post<object>(server, "/security/sendCode", wanted),
      await post<object>(server, "/security/sendCode", { ...wanted, account: "nobody.here@example.org" }),
    ]
    expect([known.code, Object.keys(known.data)]).toEqual([unknown.code, Object.keys(unknown.data)])
    const code = await codeTo(server, ada.account, seen)
    const next = { password: "a grey heron 13", confirm: "a grey heron 13" }
    expect((await post(server, "/login/forget", { account: ada.account, code, ...next })).code).toBe(200)
    expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
    expect((await login(ada.account, next.password)).code).toBe(200)
    expect(await mailsTo(server, "nobody.here@example.org")).toEqual([])
  })

  test("an e-mail address of somebody else can't be taken, a free one can, and the old one is told", async () => {
    const [ada, eve] = [await newPerson(server), await newPerson(server)]
    const taken = await securityCode(eve, "email", ada.account)
    const ownCode = await securityCode(eve, "changeEmail")
    const bind = (email: string, code: string, own = ownCode) =>
      eve.post("/security/email", { email, code, ownCode: own, login: eve.password })
    expect((await bind(ada.account, taken)).code).toBe(PROBLEMS.CODE)
    const free = await securityCode(eve, "email", "eve.new@example.org")
    // The password and the new mailbox alone are what a thief has as well.
    const wrong = ownCode === "000000" ? "111111" : "000000"
    expect((await bind("eve.new@example.org", free, wrong)).code).toBe(PROBLEMS.OWN_CODE)
    expect((await bind("eve.new@example.org", free, free)).code).toBe(PROBLEMS.OWN_CODE)
    expect((await bind("eve.new@example.org", free)).code).toBe(200)
    // Both are used up.
    expect((await bind("eve.new@example.org", free)).code).not.toBe(200)
    expect((await login("eve.new@example.org", eve.password)).code).toBe(200)
    expect((await login(eve.account, eve.password)).code).toBe(PROBLEMS.CREDENTIALS)
    await vi.waitFor(async () =>
      expect((await mailsTo(server, eve.account))[0]?.subject).toMatch(/email address was changed/),
    )
  })

  test("the anti-phishing phrase stands in every mail from then on", async () => {
    const ada = await newPerson(server)
    expect((await ada.post("/security/phrase", { phrase: "blue  heron\n", login: ada.password })).code).toBe(
      200,
    )
    await securityCode(ada, "password")
    expect((await mailsTo(server, ada.account))[0]?.text).toMatch(/^Your anti-phishing phrase: blue heron\n/)
  })

  test("preferences are kept whole, and only as a flat object", async () => {
    const ada = await newPerson(server)
    const set = (preferences: string) => ada.post("/security/preferencesSet", { preferences })
    expect((await set('{"palette":"red-up","sound":false}')).code).toBe(200)
    for (const wrong of ["[]", "7", "{", '{"a":{}}', '{"a":0.5}'])
      expect((await set(wrong)).code).toBe(PROBLEMS.FORMAT)
    const { data } = await ada.get("/security/preferences")
    expect(data).toEqual({ preferences: { palette: "red-up", sound: false } })
  })
})

test("the mailbox is for whoever has its address, and for nobody else", async () => {
  const { mailbox = "" } = server
  expect(mailbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mailbox\/[\w-]{43}$/)
  const statusOf = async (address: string) => (await fetch(address)).status
  const page = await fetch(mailbox)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sandbox mailbox")])
  expect(await (await fetch(`${mailbox}.json`)).json()).toEqual({ rows: expect.any(Array) })
  for (const wrong of [
    mailbox.slice(0, -1),
    `${mailbox}A`,
    `${mailbox.slice(0, -1)}.json`,
    `${mailbox}.jsonx`,
  ])
    expect(await statusOf(wrong)).toBe(404)
  // As a browser on this machine would ask; and what is told then holds nothing of anyone's.
  expect(await statusOf(`${server.address}/mailbox.json`)).toBe(404)
  const where = await (await fetch(`${server.address}/mailbox`)).text()
  expect(where).toContain("mailbox.json in the data folder")
  expect(where).not.toContain("@")
})

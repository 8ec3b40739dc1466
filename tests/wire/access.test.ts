/**
 * Who may do what? Every call of the wire × visitor, other user, owner. All three send the very same request, made of
 * the owner's own secrets and numbers; whatever the others are answered, nothing of the owner's is told or changed.
 */

import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type EndpointName, endpoints, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { addressRows } from "./access-addresses.ts"
import { alertRows } from "./access-alerts.ts"
import { apiKeyRows } from "./access-api-keys.ts"
import { custodyRows } from "./access-custody.ts"
import { drawingRows } from "./access-drawings.ts"
import { passkeyRows } from "./access-passkeys.ts"
import { type Actor, type End, everyone, type Fields, memo, ownEach, type Row } from "./access-row.ts"
import { totpRows } from "./access-totp.ts"
import { TRADING_ROWS } from "./access-trading.ts"

const START_WITHIN_MS = 180_000
const MINUTE = 60_000
let ahead = 0
const now = () => Date.now() + ahead
const routes = new Set<string>()
let server: RunningServer

beforeAll(async () => {
  const env = {
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
    SAKER_UPLOADS_PER_SECOND: "10000",
    SAKER_CODES_PER_HOUR: "10000",
    SAKER_TRIES_PER_ADDRESS: "1000",
    SAKER_SANDBOX_APPROVE_SECONDS: "",
    SAKER_ORDERS_PER_SECOND: "1000",
    SAKER_SANDBOX_BLOCK_MS: "20",
    SAKER_ADDRESS_WAIT_SECONDS: "0",
  }
  server = await startInProcess(env, {
    clock: movedClock(() => ahead),
    onRoute: (method, path) => routes.add(`${method} ${path}`),
  })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const proven = { visitor: "SESSION", other: "CREDENTIALS", owner: "done" } as const
const upload = "an-upload-of-the-owner"
const next = { password: "seven grey herons", confirm: "seven grey herons" }
/** Stands in answers to the owner alone. */
const MARK = "what only the owner knows"

async function codeOf(owner: Person, purpose: string, account = ""): Promise<string> {
  const to = account || owner.account
  const seen = (await mailsTo(server, to)).length
  ahead += MINUTE
  await owner.post("/security/sendCode", account ? { purpose, account } : { purpose })
  return codeTo(server, to, seen)
}
const photo = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer()
async function pictureOf(owner: Person, purpose: string): Promise<string> {
  const file = await photo()
  const piece = { purpose, upload: `${owner.user.user_id}-${purpose}-picture`, offset: 0, size: file.length }
  const { data } = await askAs(owner.token, "uploadPicture", piece, file)
  return (data as { id: string }).id
}
const identityOf = async (owner: Person) => ({
  real_name: "Ada Lovelace",
  id_number: "L01X00T471",
  residence: "GB",
  front: await pictureOf(owner, "front"),
  back: await pictureOf(owner, "back"),
})
const loginsOf = async (owner: Person) => (await owner.get<{ rows: unknown[] }>("/security/logins")).data.rows
const sendPiece = (owner: Person) =>
  askAs(owner.token, "uploadPicture", { purpose: "front", upload, offset: 0, size: 30 }, Buffer.alloc(10))

const moved = {
  get server() {
    return server
  },
  pass: (ms: number) => {
    ahead += ms
  },
}
const ADDRESS_ROWS = addressRows(moved)
const CUSTODY_ROWS = custodyRows(moved)

const ROWS: Record<EndpointName, Row> = {
  ...ADDRESS_ROWS,
  ...alertRows,
  ...apiKeyRows(codeOf),
  ...passkeyRows(codeOf),
  ...totpRows(codeOf, now),
  ...CUSTODY_ROWS,
  logo: everyone,
  home: everyone,
  spotMarkets: everyone,
  contractMarkets: everyone,
  secondMarkets: everyone,
  sparklines: everyone,
  kline: everyone,
  depth: everyone,
  trades: everyone,
  contractTiers: everyone,
  fundingOverview: everyone,
  fundingRates: everyone,
  openInterest: everyone,
  insuranceFund: everyone,
  priceCandles: everyone,
  optionProducts: everyone,
  indexHours: everyone,
  announcements: everyone,
  articles: everyone,
  article: everyone,
  customerService: everyone,
  aboutEntries: everyone,
  ...{ pdfDocument: everyone, secDocument: everyone },
  sendRegisterCode: {
    ...everyone,
    ask: ({ user }, actor) => ({ account: `${actor}.of.${user.user_id}@example.org` }),
  },
  register: {
    ask: ({ account }) => ({ account, code: "000000", ...next }),
    visitor: "CODE",
    other: "CODE",
    owner: "CODE",
  },
  login: {
    ask: ({ account }) => ({ account, password: "not the owner's" }),
    visitor: "CREDENTIALS",
    other: "CREDENTIALS",
    owner: "CREDENTIALS",
  },
  forget: {
    ask: ({ account }) => ({ account, code: "000000", ...next }),
    visitor: "CODE",
    other: "CODE",
    owner: "CODE",
  },
  logout: { ...ownEach, ask: () => ({}) },
  sendCode: { ...ownEach, ask: () => ({ purpose: "password" }) },
  me: ownEach,
  changePassword: {
    ...proven,
    ask: memo(async (owner) => ({ old: owner.password, ...next, code: await codeOf(owner, "password") })),
  },
  setTradePassword: {
    ...proven,
    ask: memo(async (owner) => ({ login: owner.password, ...next, code: await codeOf(owner, "payPwd") })),
  },
  bindEmail: {
    ...proven,
    ask: memo(async (owner) => {
      const email = `new.${owner.account}`
      const ownCode = await codeOf(owner, "changeEmail")
      return { email, login: owner.password, ownCode, code: await codeOf(owner, "email", email) }
    }),
  },
  setPhrase: { ...proven, ask: ({ password }) => ({ phrase: "blue heron", login: password }) },
  sessions: {
    ...ownEach,
    see: ({ other }) => expect(other).toMatchObject({ rows: [expect.objectContaining({ current: true })] }),
  },
  endSession: {
    ask: memo(async (owner) => {
      await post(server, "/login/index", { account: owner.account, password: owner.password })
      const { data } = await owner.get<{ rows: { id: string }[] }>("/security/sessions")
      return { id: data.rows[0]?.id ?? "" }
    }),
    visitor: "SESSION",
    other: "UNKNOWN_SESSION",
    owner: "done",
  },
  endOtherSessions: {
    ...ownEach,
    before: (owner) => post(server, "/login/index", { account: owner.account, password: owner.password }),
    see: ({ other, owner }) => expect([other, owner]).toEqual([{ ended: 0 }, { ended: 1 }]),
  },
  logins: {
    ...ownEach,
    ask: () => ({}),
    before: async (owner) => {
      await post(server, "/login/index", { account: owner.account, password: "wrong" })
      await vi.waitFor(async () => expect((await loginsOf(owner)).length).toBe(2), { timeout: 60_000 })
    },
    see: ({ other }) => expect(other).toMatchObject({ rows: [{ result: "ok" }], next: "" }),
  },
  preferences: {
    ...ownEach,
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual([{ preferences: {} }, { preferences: { mark: MARK } }]),
  },
  setPreferences: { ...ownEach, ask: () => ({ preferences: "{}" }) },
  ...drawingRows,
  invite: ownEach,
  reserves: everyone,
  reserveProof: ownEach,
  invitations: {
    ...ownEach,
    ask: () => ({ level: "1" }),
    before: async (owner) => {
      const { data } = await owner.get<{ code: string }>("/security/invite")
      await newPerson(server, data.code)
    },
    see: ({ other, owner }) => {
      expect(other).toEqual({ rows: [], next: "" })
      expect(owner).toMatchObject({ rows: [{ account: "p•••@e•••.org" }] })
    },
  },
  uploadPicture: {
    ...ownEach,
    ask: () => ({ purpose: "front", upload, offset: 0, size: 30 }),
    // Ten bytes each: nobody's piece goes onto another's.
    see: ({ other, owner }) =>
      expect([other, owner]).toEqual([
        { received: 10, id: "" },
        { received: 10, id: "" },
      ]),
  },
  uploadState: {
    ...ownEach,
    ask: () => ({ upload }),
    before: sendPiece,
    see: ({ other, owner }) => expect([other, owner]).toEqual([{ received: 0 }, { received: 10 }]),
  },
  setAvatar: {
    ask: memo(async (owner) => ({ id: await pictureOf(owner, "avatar") })),
    visitor: "SESSION",
    other: "UNKNOWN_PICTURE",
    owner: "done",
  },
  authInfo: {
    ...ownEach,
    before: async (owner) => owner.post("/security/primaryAuth", await identityOf(owner)),
    see: ({ other, owner }) =>
      expect([other, owner]).toMatchObject([{ status: "none" }, { status: "review" }]),
  },
  submitIdentity: {
    ask: memo(identityOf),
    visitor: "SESSION",
    other: "UNKNOWN_PICTURE",
    owner: "done",
  },
  ...TRADING_ROWS,
}

async function askAs(
  token: string,
  name: EndpointName,
  given: Readonly<Fields>,
  file = Buffer.alloc(10),
): Promise<{ code: number; data: unknown; text: string }> {
  const { method, path, body } = endpoints[name] as (typeof endpoints)["uploadPicture"]
  const headers: Record<string, string> = {
    lang: "en",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
  }
  const pairs = Object.entries(given).map(([field, value]): [string, string] => [field, String(value)])
  let address = server.address + path
  const init: RequestInit = { method, headers }
  if ((method as string) === "GET") address += `?${new URLSearchParams(pairs)}`
  else if (body === "multipart") {
    const form = new FormData()
    for (const [field, value] of pairs) form.append(field, value)
    form.append("file", new Blob([new Uint8Array(file)]), "a.jpg")
    init.body = form
  } else {
    headers["content-type"] = "application/json"
    init.body = JSON.stringify(given)
  }
  const text = await (await fetch(address, init)).text()
  const { code, data } = JSON.parse(text) as { code: number; data: unknown }
  return { code, data, text }
}

/** All that can be seen of the owner's state, and how many mails they got. */
async function stateOf(owner: Person): Promise<string> {
  const paths = ["index", "sessions", "logins", "preferences", "invite", "getAuthInfo"]
  const answers = await Promise.all(paths.map((path) => owner.get(`/security/${path}`)))
  const { balances } = (await owner.get<{ balances: unknown }>("/assets/index")).data
  const money = [balances, (await owner.get("/spot/open")).data, (await owner.get("/assets/bill")).data]
  const drawn = (await owner.get("/drawing/index?instrument=BTC_USDT")).data
  const mails = (await mailsTo(server, owner.account)).length
  return JSON.stringify([answers.map(({ data }) => data), money, drawn, mails])
}

const codeFor = (end: End): number => (end === "done" ? 200 : PROBLEMS[end])

describe("visitor, other user and owner", () => {
  test("have a row for every call", () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test.each(Object.entries(ROWS) as [EndpointName, Row][])("at %s", async (name, row) => {
    const [owner, other] = [await newPerson(server), await newPerson(server)]
    await owner.post("/security/preferencesSet", { preferences: JSON.stringify({ mark: MARK }) })
    await row.before?.(owner)
    const invite = (await owner.get<{ code: string }>("/security/invite")).data.code
    const { request } = endpoints[name].example
    const askFor = async (actor: Actor) => (row.ask ? row.ask(owner, actor) : (request as Fields))
    await askFor("owner")
    const before = await stateOf(owner)
    const data: Partial<Record<Actor, unknown>> = {}
    for (const [actor, token] of [
      ["visitor", ""],
      ["other", other.token],
    ] as const) {
      const answer = await askAs(token, name, await askFor(actor))
      expect([actor, answer.code]).toEqual([actor, codeFor(row[actor])])
      for (const secret of [owner.account, owner.user.user_id, invite, MARK, owner.token])
        expect(answer.text).not.toContain(secret)
      data[actor] = answer.data
    }
    // A wrong try at the owner's own door is written into their history, and that is all that anyone can do.
    const after = await stateOf(owner)
    if (name === "login") expect(JSON.parse(after)[0][0]).toEqual(JSON.parse(before)[0][0])
    else expect(after).toBe(before)
    const answer = await askAs(owner.token, name, await askFor("owner"))
    expect(["owner", answer.code]).toEqual(["owner", codeFor(row.owner)])
    row.see?.({ ...data, owner: answer.data } as Record<Actor, unknown>)
  })

  test("meet no token that merely looks like one", async () => {
    const ada = await newPerson(server)
    for (const token of ["", " ", "null", "undefined", `${ada.token}A`, ada.token.slice(1), "0".repeat(43)])
      expect((await askAs(token || "x", "me", {})).code).toBe(PROBLEMS.SESSION)
    for (const authorization of [ada.token, `bearer ${ada.token}`, `Basic ${btoa(ada.token)}`]) {
      const answer = await fetch(`${server.address}/security/index`, { headers: { authorization } })
      expect(await answer.json()).toMatchObject({ code: PROBLEMS.SESSION })
    }
    // Neither the address nor a cookie carries it: both end up where others read.
    const byQuery = await fetch(`${server.address}/security/index?token=${ada.token}`)
    expect(((await byQuery.json()) as { code: number }).code).not.toBe(200)
    const byCookie = await fetch(`${server.address}/security/index`, {
      headers: { cookie: `token=${ada.token}` },
    })
    expect(await byCookie.json()).toMatchObject({ code: PROBLEMS.SESSION })
  })
})

const CLIENT_FILES = ["README.md", "exchange-client.ts", "main.ts", "messages.ts", "order-book.ts"]
/** Routes of the public door that are no calls: what each is, and why anyone may have it. */
const OTHER_ROUTES: Readonly<Record<string, string>> = {
  "GET /config.json": "where the page finds its server",
  "GET /healthz": "whether the server works",
  "GET /manifest.webmanifest": "the web app's name and icons",
  "GET /openapi.json": "the contract",
  "GET /asyncapi.json": "the contract",
  "GET /docs": "the contract, to be read",
  "GET /docs/style.css": "its look",
  ...Object.fromEntries(
    CLIENT_FILES.map((file) => [`GET /docs/client/${file}`, "the example client, to be read"]),
  ),
  "GET /market/index/file/:index/:hour": "ticks of an index in an hour, for anyone",
  "GET /mailbox": "that there is a mailbox of the sandbox, and where its key is",
  "GET /mailbox/:key": "the sandbox's messages, for whoever has the key (server/user/accounts.test.ts)",
  "GET /assets/export": "a user's own bill as a file (server/assets/assets.test.ts)",
  "GET /assets/taxExport": "the same for tax programs (server/assets/assets.test.ts)",
  "GET /avatar/:id": "pictures that their owners show, under random numbers (server/user/identity.test.ts)",
}

test("every route of the public door is a call of the wire, or named here", () => {
  const calls = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`))
  const others = [...routes].filter(
    (route) => !calls.has(route) && !route.startsWith("HEAD ") && !route.startsWith("OPTIONS "),
  )
  // The page, the operator's files, the door that makes calls of the wire (tests/wire/binance-*.test.ts), the datafeed.
  const open = /^GET \/(content\/|assets\/)?\*?$| \/(binance|udf|export)\//
  expect(others.filter((route) => !(route in OTHER_ROUTES || open.test(route)))).toEqual([])
  for (const known of [...calls, ...Object.keys(OTHER_ROUTES)]) expect(routes).toContain(known)
})

/** Calls about a person accept valid requests and refuse what could be turned against them. */

import { describe, expect, test } from "vitest"
import * as wire from "./index.ts"

const account = "ada@example.org"
const password = "long winter evening"
const code = "204881"
const newPassword = { password, confirm: password }
const wrongCodes = ["20488", "2048811", "20488a", "", "２０４８８１", 204881]

const upload = "5f0c7f0e6f5d4a0b9c1d"
const piece = { purpose: "front", upload, offset: "0", size: "12", file: new Uint8Array(12) }
const identity = {
  real_name: "Ada Lovelace",
  id_number: "L01X00T471",
  residence: "GB",
  front: "0".repeat(32),
  back: "1".repeat(32),
}

const POINT = { time: 1_795_392_000_000, price: "67284.1" }
/** One drawing to save: a trend line, but for what is given. */
const drawn = (change: object) => {
  const [usual] = wire.saveDrawings.example.request.drawings as object[]
  return {
    ...wire.saveDrawings.example.request,
    drawings: [{ ...usual, points: [POINT, POINT], ...change }],
  }
}

/** One template to save: the example's, but for what is given. */
function kept(change: object) {
  const [usual] = wire.saveTemplates.example.request.templates as object[]
  return { ...wire.saveTemplates.example.request, templates: [{ ...usual, ...change }] }
}

/** One layout to save: the example's, but for what is given. */
const laidOut = (change: object) => {
  const [usual] = wire.saveLayouts.example.request.layouts as object[]
  return { ...wire.saveLayouts.example.request, layouts: [{ ...usual, ...change }] }
}

/** For every call: requests that pass beside its example, and some that must not. */
const CALLS: Record<wire.AccountEndpointName, { asked: unknown[]; notAsked: unknown[] }> = {
  sendRegisterCode: {
    asked: [{ account: "+4915112345678" }],
    notAsked: [
      {},
      { account: "ab" },
      { account: "a".repeat(255) },
      { account, x: 1 },
      { account: [account] },
    ],
  },
  register: {
    asked: [{ account, code, ...newPassword }],
    notAsked: [
      { account, code, password },
      { account, code, ...newPassword, password: "" },
      { account, code, ...newPassword, password: "x".repeat(129) },
      { account, code, ...newPassword, invited_by: 1 },
      ...wrongCodes.map((wrong) => ({ account, code: wrong, ...newPassword })),
    ],
  },
  login: {
    asked: [
      { account, password, totp: code },
      { account, password, totp: "" },
    ],
    notAsked: [
      { account },
      { password },
      { account, password: { $ne: "" } },
      { account, password, totp: "1" },
    ],
  },
  forget: {
    asked: [{ account, code, ...newPassword, totp: code }],
    notAsked: [
      { account, ...newPassword },
      { account, code, password, confirm: null },
    ],
  },
  apiKeys: { asked: [{}], notAsked: [{ user_id: "1" }] },
  addApiKey: {
    asked: [
      { ...wire.addApiKey.example.request, kind: "ed25519", publicKey: "x" },
      { ...wire.addApiKey.example.request, addresses: [], totp: code },
    ],
    notAsked: [
      {},
      { ...wire.addApiKey.example.request, scopes: [] },
      { ...wire.addApiKey.example.request, scopes: ["withdraw"] },
      { ...wire.addApiKey.example.request, name: "  " },
      { ...wire.addApiKey.example.request, name: "x".repeat(41) },
      { ...wire.addApiKey.example.request, addresses: Array(21).fill("203.0.113.7") },
      { ...wire.addApiKey.example.request, kind: "rsa" },
      { ...wire.addApiKey.example.request, user_id: 1 },
    ],
  },
  endApiKey: { asked: [{ id: "1" }], notAsked: [{}, { id: "-1" }, { id: 1 }, { id: "1 or 1=1" }] },
  endAllApiKeys: { asked: [{}], notAsked: [{ user_id: 1 }] },
  passkeys: { asked: [{}], notAsked: [{ user_id: "1" }] },
  beginPasskey: { asked: [{}], notAsked: [{ user_id: 1 }] },
  addPasskey: {
    asked: [
      { ...wire.addPasskey.example.request, totp: code },
      { ...wire.addPasskey.example.request, name: "x".repeat(40) },
    ],
    notAsked: [
      {},
      { ...wire.addPasskey.example.request, name: " " },
      { ...wire.addPasskey.example.request, name: "x".repeat(41) },
      { ...wire.addPasskey.example.request, credential: {} },
      { ...wire.addPasskey.example.request, credential: "x" },
      { ...wire.addPasskey.example.request, user_id: 1 },
    ],
  },
  endPasskey: { asked: [{ id: "1" }], notAsked: [{}, { id: "-1" }, { id: 1 }, { id: "1 or 1=1" }] },
  askPasskey: { asked: [{}], notAsked: [{ account }] },
  logInWithPasskey: {
    asked: [wire.logInWithPasskey.example.request],
    notAsked: [{}, { credential: null }, { ...wire.logInWithPasskey.example.request, account }],
  },
  logout: { asked: [{}], notAsked: [{ all: true }] },
  sendCode: {
    asked: [{ purpose: "password" }, { purpose: "email", account }],
    notAsked: [{}, { purpose: "withdraw" }, { purpose: "forget", account: "" }],
  },
  me: { asked: [{}], notAsked: [{ user_id: "1" }] },
  changePassword: {
    asked: [{ old: password, ...newPassword, code, totp: code }],
    notAsked: [
      { ...newPassword, code },
      { old: password, ...newPassword },
    ],
  },
  setTradePassword: {
    asked: [{ login: password, ...newPassword, code }],
    notAsked: [
      { ...newPassword, code },
      { login: password, ...newPassword, code, user_id: "1" },
    ],
  },
  bindEmail: {
    asked: [{ email: account, code, ownCode: code, login: password, totp: code }],
    notAsked: [
      { email: account, code, ownCode: code },
      { email: account, code, login: password },
      { email: "", code, ownCode: code, login: password },
    ],
  },
  beginTotp: { asked: [{ login: password, code }], notAsked: [{}, { login: password }, { code }] },
  confirmTotp: { asked: [{ totp: code }], notAsked: [{}, ...wrongCodes.map((totp) => ({ totp }))] },
  dropTotp: {
    asked: [{ login: password, totp: code, code }],
    notAsked: [
      { login: password, code },
      { login: password, totp: "", code },
    ],
  },
  setPhrase: {
    asked: [{ phrase: "", login: password }],
    notAsked: [{ phrase: "x".repeat(33), login: password }, { phrase: "x" }],
  },
  sessions: { asked: [{}], notAsked: [{ user_id: "1" }] },
  endSession: { asked: [{ id: "1" }], notAsked: [{}, { id: "-1" }, { id: "1 or 1=1" }, { id: 1 }] },
  endOtherSessions: { asked: [{}], notAsked: [{ id: "1" }] },
  logins: {
    asked: [{}, { cursor: "12", limit: "100" }],
    notAsked: [{ limit: "101" }, { cursor: "x".repeat(41) }],
  },
  preferences: { asked: [{}], notAsked: [{ user_id: "1" }] },
  setPreferences: {
    asked: [{ preferences: "{}" }],
    notAsked: [{}, { preferences: {} }, { preferences: "x".repeat(4001) }],
  },
  layouts: { asked: [{}], notAsked: [{ x: 1 }] },
  saveLayouts: {
    asked: [laidOut({}), laidOut({ columns: [] }), laidOut({ studies: {}, tables: {} })],
    notAsked: [
      laidOut({ columns: [["book"], ["book"]] }),
      laidOut({ columns: [["vault"]] }),
      laidOut({ name: " " }),
      laidOut({ name: "x".repeat(31) }),
      laidOut({ id: "../x" }),
      laidOut({ interval: "2m" }),
      laidOut({ script: "" }),
      { ...laidOut({}), form: 2 },
      { ...laidOut({}), layouts: Array(3).fill(laidOut({}).layouts[0]) },
    ],
  },
  templates: { asked: [{}], notAsked: [{ x: 1 }] },
  saveTemplates: {
    asked: [kept({}), kept({ studies: {}, panes: [] }), { ...kept({}), templates: [], removed: ["a-1"] }],
    notAsked: [
      kept({ name: " " }),
      kept({ name: "x".repeat(31) }),
      kept({ id: "../x" }),
      kept({ panes: [["<b>"]] }),
      kept({ studies: { rsi: { lengths: [14], colours: [] } } }),
      kept({ studies: { rsi: { isOn: true, lengths: [-1], colours: [] } } }),
      kept({ script: "" }),
      { ...kept({}), form: 2 },
      { ...kept({}), templates: Array(3).fill(kept({}).templates[0]) },
    ],
  },
  drawings: { asked: [{ instrument: "BTC_USDT" }], notAsked: [{}, { instrument: "btc" }] },
  saveDrawings: {
    asked: [drawn({}), drawn({ kind: "horizontal", points: [POINT] }), drawn({ risk: "250.5" })],
    notAsked: [
      drawn({ points: [POINT] }),
      drawn({ kind: "channel" }),
      drawn({ kind: "spiral" }),
      drawn({ points: [POINT, { ...POINT, price: "1e3" }] }),
      drawn({ points: [POINT, { ...POINT, time: -1 }] }),
      drawn({ colour: "red" }),
      drawn({ width: 5 }),
      drawn({ id: "../x" }),
      drawn({ text: "x".repeat(201) }),
      { ...drawn({}), form: 2 },
    ],
  },
  invite: { asked: [{}], notAsked: [{ user_id: "1" }] },
  invitations: {
    asked: [{ level: "3", cursor: "", limit: 5 }],
    notAsked: [{}, { level: "4" }, { level: "0" }, { level: "1", user_id: "1" }],
  },
  uploadPicture: {
    asked: [{ ...piece, purpose: "avatar" }],
    notAsked: [
      { ...piece, file: "text" },
      { ...piece, upload: "../../etc/passwd1234" },
      { ...piece, size: 0 },
    ],
  },
  uploadState: { asked: [{ upload }], notAsked: [{}, { upload: "../x" }] },
  setAvatar: { asked: [{ id: "" }], notAsked: [{ id: "../../x" }, {}] },
  authInfo: { asked: [{}], notAsked: [{ user_id: "1" }] },
  submitIdentity: {
    asked: [
      { ...identity, real_name: "王小明", id_number: "A-12.34/X" },
      { ...identity, real_name: "Zoë O’Hara-D'Souza Jr." },
    ],
    notAsked: [
      { ...identity, real_name: " " },
      { ...identity, real_name: "Ada\u0000Lovelace" },
      { ...identity, real_name: "Ada\u202eLovelace" },
      { ...identity, real_name: "<b>Ada</b>" },
      { ...identity, id_number: "<b>1</b>" },
      { ...identity, residence: "Germany" },
      { ...identity, front: "../kept/x" },
    ],
  },
}

describe.each(Object.entries(CALLS))("%s", (name, { asked, notAsked }) => {
  const { request, response, example } = wire.accountEndpoints[name as wire.AccountEndpointName]

  test("takes what it should and refuses rubbish", () => {
    const shown = name === "uploadPicture" ? piece : example.request
    expect([shown, ...asked].filter((value) => !request.safeParse(value).success)).toEqual([])
    expect(notAsked.filter((value) => request.safeParse(value).success)).toEqual([])
    for (const rubbish of [null, undefined, 7, "x", [], true]) {
      expect(request.safeParse(rubbish).success).toBe(false)
      expect(response.safeParse(rubbish).success).toBe(false)
    }
  })

  test("answers nothing that its schema doesn't ask for", () => {
    const fields = Object.keys(example.response as object)
    for (const field of fields) {
      const { [field]: _left, ...rest } = example.response as Record<string, unknown>
      expect(response.safeParse(rest).success, field).toBe(false)
    }
  })
})

test("no answer to a user holds a password, a hash or a secret, but those that make one", () => {
  const secrets = Object.entries(wire.accountEndpoints).filter(([, { example }]) =>
    /password"?:\s*"|hash|secret/i.test(JSON.stringify(example.response)),
  )
  expect(secrets.map(([name]) => name)).toEqual(["beginTotp", "addApiKey"])
})

/** Tables of users: their sessions, codes, logins and identities. `account-migration.ts` makes them. */

import type { Generated } from "kysely"

export interface UserTable {
  id: Generated<number>
  /** The public number (UID). */
  uid: string
  /** As typed, for display; looked up by its lower-case form in `email_key`. */
  email: string | null
  email_key: string | null
  /** `+` and digits. */
  phone: string | null
  /** argon2id. */
  password: string
  trade_password: string | null
  invite_code: string
  invited_by: number | null
  credit_score: Generated<number>
  avatar: string | null
  /** Set by the operator: no login, no session. */
  frozen: Generated<boolean>
  registered: number
  /** Anti-phishing phrase. */
  phrase: Generated<string>
  /** Base32; counts only when `totp_on`. */
  totp_secret: string | null
  totp_on: Generated<boolean>
  /** Last 30 s step whose code was taken: each code counts once. */
  totp_step: Generated<number>
  /** Withdrawals rest until then. */
  hold_until: Generated<number>
  /** JSON object of the page's settings. */
  preferences: Generated<string>
  /** Language of mails. */
  language: string
}

interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token, hex; the token itself is kept nowhere. */
  token_hash: string
  began: number
  seen: number
  ended: number | null
  address: string
  agent: string
}

/** One row a purpose and target: a new code replaces the old. */
interface CodeTable {
  purpose: string
  target: string
  /** SHA-256 of salt and code, hex. */
  hash: string
  salt: string
  sent: number
  expires: number
  tries_left: number
}

interface LoginTable {
  id: Generated<number>
  user_id: number
  time: number
  address: string
  agent: string
  result: string
}

/** A picture that was drawn anew; its file lies in the data folder. */
interface PictureTable {
  /** 32 hex digits, random. */
  id: string
  user_id: number
  purpose: string
  made: number
  bytes: number
  /** Part of an identity that was handed in: never used for another. */
  used: boolean
}

/** The newest verification of a user. */
interface IdentityTable {
  user_id: number
  /** `review`, `verified` or `refused`. */
  status: string
  real_name: string
  id_number: string
  residence: string
  front: string
  back: string
  submitted: number
  decided: number
  reason: string
}

/** One act of an operator; written in the same transaction as what it did. */
interface AuditTable {
  id: Generated<number>
  time: number
  /** Who acted: the name of the operator's key. */
  operator: string
  action: string
  /** Null: an act upon the exchange itself. */
  user_id: number | null
  reason: string
  detail: string
}

/** An operator's key. */
interface OperatorKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, hex; the key itself is kept nowhere. */
  key_hash: string
  made: number
  /** Empty: whoever held the door's secret when there was no key. */
  made_by: string
  /** Null: it opens. */
  revoked: number | null
}

/** What a user has drawn in one market. */
interface DrawingTable {
  user_id: number
  instrument: string
  /** Rises with every save; a moment, so that it never falls, even where the row was gone meanwhile. */
  version: number
  /** The form its rows are written in: DRAWING_FORM of then. */
  form: number
  count: number
  /** JSON array of drawings. */
  body: string
}

/** Things that a user has named, the whole list in one row. */
interface OwnListTable {
  user_id: number
  /** Rises with every save. */
  version: number
  /** The form its rows are written in: LAYOUT_FORM or TEMPLATE_FORM of then. */
  form: number
  /** JSON array. */
  body: string
}

/** What a user has noted on one of their positions. */
interface PositionNoteTable {
  user_id: number
  position: number
  note: string
  /** JSON array of texts. */
  tags: string
  changed: number
}

export interface AccountTables {
  position_notes: PositionNoteTable
  drawings: DrawingTable
  layouts: OwnListTable
  chart_templates: OwnListTable
  audit: AuditTable
  operator_keys: OperatorKeyTable
  pictures: PictureTable
  identities: IdentityTable
  users: UserTable
  sessions: SessionTable
  codes: CodeTable
  logins: LoginTable
}

/** Makes the proofs of what the exchange owes (D12), keeps them, and finds a user's way in the newest one. */

import { createHash, randomBytes } from "node:crypto"
import type { Kysely } from "kysely"
import type { Amount } from "#core/money/units.ts"
import {
  buildLevels,
  type Liability,
  leafText,
  type PathStep,
  pathFrom,
  type SumNode,
} from "#core/reserves/sum-tree.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { Tables } from "../storage/schema.ts"
import { liabilitiesOf } from "./liabilities.ts"

/** Leaves are kept of so many proofs, the newest; their sums and roots stay for good. */
const LEAVES_KEPT = 2
/** How often it is looked whether the next proof is due. */
const LOOK_EVERY_MS = 5_000
/** Rows of one statement: a database takes some 65,000 parameters. */
const ROWS_AT_ONCE = 2_000

interface ReserveParts {
  database: Kysely<Tables>
  /** Read between two commands. */
  engine: EngineState
  now(): number
  /** How often a proof is made, in ms. */
  everyMs: number
  /** What the wallets hold now, 1e-8 by currency. */
  wallets(): Promise<ReadonlyMap<string, bigint>>
  log: { error(values: object, text: string): void }
}

/** A leaf as it is kept, with whose it is. */
interface KeptLeaf extends Liability {
  userId: number
}
interface Tree {
  leaves: readonly KeptLeaf[]
  levels: readonly (readonly SumNode[])[]
}

/** One own amount, and the way from it to the root. */
export interface OwnProof {
  currency: string
  amount: Amount
  nonce: string
  path: PathStep[]
}

export class ReserveProofs {
  readonly #parts: ReserveParts
  /** Of the newest proof, by currency; read again after a start when somebody asks. */
  #newest: { proof: number; time: number; trees: Promise<ReadonlyMap<string, Tree>> } | undefined
  #timer: NodeJS.Timeout | undefined
  #making: Promise<void> = Promise.resolve()

  constructor(parts: ReserveParts) {
    this.#parts = parts
  }

  /** Looks now and then whether a proof is due, until `stop`. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#making = this.makeIfDue().catch((error) =>
        this.#parts.log.error({ error }, "a proof of reserves could not be made; it is tried again"),
      )
    }, LOOK_EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#making
  }

  /** Makes a proof if the last is old enough and something is owed. */
  async makeIfDue(): Promise<void> {
    const newest = await this.#head()
    if (newest && this.#parts.now() - newest.time < this.#parts.everyMs) return
    await this.#make((newest?.proof ?? 0) + 1)
  }

  /** Number and moment of the newest; undefined: there is none yet. */
  async #head(): Promise<{ proof: number; time: number } | undefined> {
    if (this.#newest) return this.#newest
    const row = await this.#parts.database
      .selectFrom("reserve_proofs")
      .select(["id", "time"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const { id: proof, time } = row
    this.#newest = { proof, time, trees: readTrees(this.#parts.database, proof) }
    return this.#newest
  }

  async #make(proof: number): Promise<void> {
    const { database, engine, now } = this.#parts
    const time = now()
    // In one go: the amounts are those of one moment.
    const owed = liabilitiesOf(engine)
    const practice = new Set(
      engine.ledger
        .systemAccounts()
        .filter(({ name, balance }) => name === "faucet" && balance !== 0n)
        .map(({ currency }) => currency),
    )
    const wallets = await this.#parts.wallets()
    const users = await database.selectFrom("users").select(["id", "uid"]).execute()
    const uids = new Map(users.map(({ id, uid }) => [id, uid]))
    const leaves: KeptLeaf[] = []
    for (const { userId, currency, amount } of owed) {
      const uid = uids.get(userId)
      if (uid === undefined) throw new Error(`an account of no user: u${userId}`)
      const nonce = randomBytes(16).toString("hex")
      leaves.push({ proof, currency, uid, nonce, amount: amount as Amount, userId })
    }
    const trees = treesOf(leaves)
    if (trees.size === 0) return
    await database.transaction().execute(async (transaction) => {
      await transaction.insertInto("reserve_proofs").values({ id: proof, time }).execute()
      const totals = [...trees].map(([currency, { leaves: own, levels }]) => ({
        ...{ proof, currency, users: own.length },
        ...{ wallets: wallets.get(currency) ?? 0n, practice: practice.has(currency) },
        ...{ liabilities: rootOf(levels).sum, root: rootOf(levels).hash },
      }))
      await transaction.insertInto("reserve_totals").values(totals).execute()
      const rows = [...trees.values()].flatMap((tree) =>
        tree.leaves.map(({ currency, userId, uid, nonce, amount }, place) => ({
          ...{ proof, currency, place, user_id: userId, uid, nonce, amount },
        })),
      )
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await transaction
          .insertInto("reserve_leaves")
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute()
      await transaction
        .deleteFrom("reserve_leaves")
        .where("proof", "<=", proof - LEAVES_KEPT)
        .execute()
    })
    this.#newest = { proof, time, trees: Promise.resolve(trees) }
  }

  /** The newest published sums, by currency; number 0: there is none yet. */
  async published() {
    const head = await this.#head()
    if (!head) return { proof: 0, time: 0, totals: [] }
    const totals = await this.#parts.database
      .selectFrom("reserve_totals")
      .selectAll()
      .where("proof", "=", head.proof)
      .orderBy("currency")
      .execute()
    return { proof: head.proof, time: head.time, totals }
  }

  /** What is counted of this user in the newest proof. */
  async ownOf(userId: number): Promise<{ proof: number; time: number; own: OwnProof[] }> {
    const head = await this.#head()
    const newest = this.#newest
    if (!head || !newest) return { proof: 0, time: 0, own: [] }
    const own: OwnProof[] = []
    for (const [currency, { leaves, levels }] of await newest.trees) {
      const place = leaves.findIndex((leaf) => leaf.userId === userId)
      const leaf = leaves[place]
      if (leaf) own.push({ currency, amount: leaf.amount, nonce: leaf.nonce, path: pathFrom(levels, place) })
    }
    return { proof: newest.proof, time: newest.time, own }
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** By currency; the leaves in the order of their hashes, so that a place tells nothing of whose it is. */
function treesOf(given: readonly KeptLeaf[]): Map<string, Tree> {
  const byCurrency = new Map<string, { leaf: KeptLeaf; node: SumNode }[]>()
  for (const leaf of given) {
    const node = { hash: sha256(leafText(leaf)), sum: leaf.amount }
    const others = byCurrency.get(leaf.currency)
    if (others) others.push({ leaf, node })
    else byCurrency.set(leaf.currency, [{ leaf, node }])
  }
  const trees = new Map<string, Tree>()
  for (const currency of [...byCurrency.keys()].sort()) {
    const rows = (byCurrency.get(currency) ?? []).sort((one, other) =>
      one.node.hash < other.node.hash ? -1 : 1,
    )
    const levels = buildLevels(
      rows.map(({ node }) => node),
      sha256,
    )
    trees.set(currency, { leaves: rows.map(({ leaf }) => leaf), levels })
  }
  return trees
}

function rootOf(levels: Tree["levels"]): SumNode {
  const root = levels.at(-1)?.[0]
  if (!root) throw new Error("a tree without a root")
  return root
}

async function readTrees(database: Kysely<Tables>, proof: number): Promise<ReadonlyMap<string, Tree>> {
  const rows = await database.selectFrom("reserve_leaves").selectAll().where("proof", "=", proof).execute()
  return treesOf(
    rows.map(({ currency, uid, nonce, amount, user_id: userId }) => ({
      ...{ proof, currency, uid, nonce, userId, amount: BigInt(amount) as Amount },
    })),
  )
}

/** Proves that an exchange counts one's own balance among what it owes; imports nothing of Saker and needs no package. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

const [address, given = "", noted] = process.argv.slice(2)
const say = (line) => process.stdout.write(`${line}\n`)
const sha256 = (text) => createHash("sha256").update(text).digest("hex")
const units = (text) => BigInt(text.split(".")[0] + (text.split(".")[1] ?? "").padEnd(8, "0"))
const decimal = (sum) => {
  const digits = String(sum).padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, "")
}

async function ask(path, headers = {}) {
  const { code, message, data } = await (await fetch(address + path, { headers })).json()
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** The hash and the sum that one's own amount leads to. */
function climb(proof, uid, { currency, amount, nonce, path }) {
  let [hash, sum] = [
    sha256(`saker-reserves-leaf 1|${proof}|${currency}|${uid}|${nonce}|${amount}`),
    units(amount),
  ]
  for (const beside of path) {
    if (units(beside.sum) <= 0n) throw new Error(`${currency}: a sum on the way isn't above zero`)
    const [own, other] = [`${hash}|${decimal(sum)}`, `${beside.hash}|${beside.sum}`]
    const [left, right] = beside.side === "left" ? [other, own] : [own, other]
    hash = sha256(`saker-reserves-node 1|${left}|${right}`)
    sum += units(beside.sum)
  }
  return { hash, sum }
}

const mine = given.endsWith(".json")
  ? JSON.parse(readFileSync(given, "utf8")).data
  : await ask("/assets/reserveProof", { authorization: `Bearer ${given}` })
const published = noted ? JSON.parse(readFileSync(noted, "utf8")).data : await ask("/assets/reserves")
let isProven = mine.proof === published.proof && mine.rows.length > 0
if (!isProven) say(`nothing to compare: own proof ${mine.proof}, published ${published.proof}`)
for (const row of isProven ? mine.rows : []) {
  const total = published.rows.find(({ currency }) => currency === row.currency)
  const { hash, sum } = climb(mine.proof, mine.uid, row)
  const holds = total !== undefined && hash === total.root && sum === units(total.liabilities)
  isProven &&= holds
  say(
    holds
      ? `  ok: ${row.amount} ${row.currency} are counted in ${total.liabilities}, ${row.path.length} steps below ${hash}`
      : `  NOT PROVEN: ${row.amount} ${row.currency} lead to ${decimal(sum)} and ${hash}`,
  )
  if (total)
    say(`      wallets ${total.wallets}${total.practice ? ", practice money" : ""}, users ${total.users}`)
}
say(isProven ? `proof ${mine.proof}: all of your balances are counted` : `proof ${mine.proof}: not proven`)
process.exitCode = isProven ? 0 : 1

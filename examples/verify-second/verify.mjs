/** Proves results of second contracts by what anyone can fetch; imports nothing of Saker and needs no package. */
import { ok as must } from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

const [address, given = "", ...ids] = process.argv.slice(2)
const say = (line) => process.stdout.write(`${line}\n`)
const units = (text) => BigInt(text.split(".")[0] + (text.split(".")[1] ?? "").padEnd(8, "0"))
const fetchText = async (path, headers = {}) => (await fetch(address + path, { headers })).text()

/** Computes the hashes of an hour's file anew, line by line, and takes its ticks. */
async function readHour(index, { hour, before, hash, isComplete }, ticks) {
  const lines = (await fetchText(`/market/index/file/${index}/${hour}`)).split("\n")
  must(lines.pop() === "", `hour ${hour}, line ${lines.length + 1}: the file is cut off`)
  let [at, seq, time, isKnown] = [before, Number(lines[0].split("|")[3]), hour, false]
  const head = `saker-index-ticks 1|${index}|${hour}|${seq}|${before}`
  must(lines[0] === head, `hour ${hour}, line 1: another form, index, hour, or hash before it`)
  const isEnded = lines.at(-1).startsWith("end|")
  for (const [row, line] of lines.slice(1, isEnded ? -1 : undefined).entries()) {
    at = createHash("sha256")
      .update(`${at}|${index}|${line.slice(0, -9)}`)
      .digest("hex")
    must(line.slice(-9) === `|${at.slice(0, 8)}`, `hour ${hour}, line ${row + 2}: changed, or doesn't follow`)
    const [number, moment, price] = line.split("|")
    must(Number(number) === seq, `hour ${hour}, line ${row === 0 ? 1 : row + 2}: numbers don't rise by one`)
    must(moment >= time && moment < hour + 3_600_000, `hour ${hour}, line ${row + 2}: a time out of order`)
    time = Number(moment)
    ticks.set(seq++, { seq: Number(number), time, price })
    isKnown ||= at === hash
  }
  const holds = isEnded ? lines.at(-1) === `end|${seq - 1}|${at}` : !isComplete
  must(holds && (isComplete ? at === hash : isKnown), `hour ${hour}, line ${lines.length}: another hash`)
  say(`  ok: the chain of hour ${hour} holds, ${lines.length} lines, to the hash announced: ${hash}`)
}

async function verify({ contract: { open, before, settle, opened, expiry, stake, ...its }, hours }) {
  const ticks = new Map()
  for (const hour of hours) await readHour(its.index, hour, ticks)
  const isThere = ({ seq, time, price }) => ticks.get(seq)?.time === time && ticks.get(seq).price === price
  must([open, before, settle ?? open].every(isThere), "its ticks aren't in the files like that")
  const isLast = open.time <= opened && (ticks.get(open.seq + 1)?.time ?? opened) >= opened
  must(isLast && opened - open.time <= 2000, `tick ${open.seq} wasn't the last at ${opened}, or was too old`)
  const next = ticks.get(before.seq + 1) ?? { time: Number.POSITIVE_INFINITY, price: open.price }
  const isSilent = next.time - before.time > 5000
  const isNext = before.time < expiry && next.time >= expiry && (settle ? settle.seq === next.seq : isSilent)
  must(isNext, `ticks ${before.seq} and ${settle?.seq ?? "none"} don't decide it`)
  const moved = (units(next.price) - units(open.price)) * (its.direction === "bullish" ? 1n : -1n)
  const rule = isSilent ? "refunded" : moved > 0n ? "won" : moved < 0n ? "lost" : "tied"
  must(rule === its.status && expiry === opened + its.seconds * 1000, `the rule says ${rule}`)
  const profit = rule === "won" ? (units(stake) * units(its.payoutRate)) / 100_000_000n : 0n
  must(units(its.paid) === (rule === "lost" ? 0n : units(stake) + profit), `the rule doesn't pay ${its.paid}`)
  say(`  ok: opened at ${open.price}, decided at ${settle?.price ?? "none"}: ${rule}, paid ${its.paid}`)
}
for (const id of given.endsWith(".json") ? [given] : ids) {
  const headers = { authorization: `Bearer ${given}` }
  const text = id === given ? readFileSync(id) : await fetchText(`/option/record?id=${id}`, headers)
  const wrong = await verify(JSON.parse(text).data).catch(({ message }) => message)
  say(`contract ${id}: ${wrong ? `NOT PROVEN: ${wrong}` : "proven"}`)
  process.exitCode ||= wrong ? 1 : 0
}

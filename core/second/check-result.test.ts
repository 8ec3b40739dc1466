/** A true result is proven; whatever is changed of it is seen and named (O1–O3, O6). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { indexFileExample } from "#core/wire/index.ts"
import {
  contractOn,
  HOUR,
  INDEX,
  provenResult,
  publish,
  sha256,
  sha256Now,
  ticksOf,
} from "#tests/support/proven-result.ts"
import { checkChain } from "./check-chain.ts"
import { type CheckParts, type CheckStep, checkResult, isProven } from "./check-result.ts"
import { type HourFile, readHourFile, tickLine } from "./hour-file.ts"
import { chainText, HOUR_MS } from "./tick-line.ts"

const proven = provenResult()
const [, secondHour] = proven.hours
const textOf = (hour: number) => proven.files.get(hour) ?? ""

/** Where the check stops. */
async function faultOf(
  changed: Partial<CheckParts>,
): Promise<(CheckStep["fault"] & { step: string }) | undefined> {
  const steps = await checkResult({ ...proven, ...changed })
  const wrong = steps.find(({ fault }) => fault)
  expect(isProven(steps)).toBe(wrong === undefined)
  return wrong?.fault && { step: wrong.name, ...wrong.fault }
}
const withFile = (hour: number, text: string) => ({ files: new Map([...proven.files, [hour, text]]) })
const withLines = (hour: number, change: (lines: string[]) => void) => {
  const lines = textOf(hour).split("\n")
  change(lines)
  return withFile(hour, lines.join("\n"))
}

describe("a true result", () => {
  test("is proven step by step, over two hours", async () => {
    expect(proven.files.size).toBe(2)
    const steps = await checkResult(proven)
    expect(isProven(steps)).toBe(true)
    expect(steps.map(({ name }) => name)).toEqual([
      ...["files", "sequence", "chain", "announced", "ticks", "opening", "expiry", "outcome", "payment"],
    ])
  })

  test("is proven by the file of an hour that runs on, with what was announced meanwhile", async () => {
    const early = publish(proven.ticks.slice(0, 100), { isComplete: false })
    const late = publish(proven.ticks, { isComplete: false })
    expect(await faultOf({ hours: early.hours, files: late.files })).toBeUndefined()
  })

  test.each([
    ["won", "bullish", "10", "11"],
    ["lost", "bullish", "11", "10"],
    ["lost", "bearish", "10", "11"],
    ["won", "bearish", "11", "10"],
    ["tied", "bullish", "10", "10"],
  ] as const)("is %s for %s from %s to %s", async (status, direction, from, to) => {
    const ticks = ticksOf([
      [HOUR, from],
      [HOUR + 59_999, "9"],
      [HOUR + 60_000, to],
    ])
    const contract = contractOn(ticks, HOUR, { direction })
    expect(contract.status).toBe(status)
    expect(await faultOf({ contract, ...publish(ticks) })).toBeUndefined()
  })

  test("is a refund where the index was silent, with a tick and without", async () => {
    const ticks = ticksOf([
      [HOUR, "10"],
      [HOUR + 59_000, "11"],
      [HOUR + 64_001, "12"],
    ])
    const contract = contractOn(ticks, HOUR)
    expect(contract.status).toBe("refunded")
    expect(await faultOf({ contract, ...publish(ticks) })).toBeUndefined()
    const byTimer = { ...contract, settle: null, settled: HOUR + 64_001 }
    expect(await faultOf({ contract: byTimer, ...publish(ticks) })).toBeUndefined()
    const [first, last] = [ticks.slice(0, 2), ticksOf([[HOUR + 64_000, "12"]], 43)]
    expect(await faultOf({ contract: byTimer, ...publish([...first, ...last]) })).toMatchObject({
      ...{ step: "expiry", reason: "tick-between", seq: 43, line: 4 },
    })
  })
})

describe("a changed file", () => {
  test("names the line of any bit that is flipped in it", async () => {
    const text = Buffer.from(textOf(secondHour?.hour ?? 0))
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length * 8 - 1), async (bit) => {
        const flipped = Buffer.from(text)
        const at = Math.floor(bit / 8)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit % 8))
        const line = text.subarray(0, at).toString().split("\n").length
        const fault = await faultOf(withFile(secondHour?.hour ?? 0, flipped.toString()))
        expect(fault, `bit ${bit}`).toMatchObject({ hour: secondHour?.hour, line })
      }),
      { numRuns: 1500 },
    )
  })

  test("names the place where a tick is missing, doubled, or swapped with the next", async () => {
    const lines = textOf(HOUR).split("\n").length - 2
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lines - 2 }),
        fc.constantFrom("removed", "doubled", "swapped"),
        async (at, what) => {
          const changed = withLines(HOUR, (all) => {
            const [line = "", next = ""] = all.slice(at, at + 2)
            if (what === "removed") all.splice(at, 1)
            else if (what === "doubled") all.splice(at, 0, line)
            else all.splice(at, 2, next, line)
          })
          const line = what === "doubled" ? at + 2 : at + 1
          expect(await faultOf(changed)).toMatchObject({
            step: "sequence",
            reason: "number-gap",
            hour: HOUR,
            line,
          })
        },
      ),
      { numRuns: 100 },
    )
  })

  test("is seen by the announced hash where the whole chain was made anew behind a forged tick", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(proven.ticks.length - 1), async (at) => {
        const ticks = proven.ticks.map((tick, place) => (place === at ? { ...tick, price: "1.00" } : tick))
        const forged = publish(ticks)
        const fault = await faultOf({ files: forged.files })
        // In the first hour; the second is announced to begin behind another hash, too.
        expect(fault).toMatchObject(
          at < 60 ? { reason: "other-file", line: 1 } : { step: "announced", reason: "other-hash" },
        )
        const noted = proven.hours.map(({ before: _, ...hour }) => hour)
        expect(await faultOf({ files: forged.files, hours: noted })).toMatchObject({ step: "announced" })
      }),
      { numRuns: 60 },
    )
  })

  test("is seen where it ends too early, is another hour's, or isn't there", async () => {
    const text = textOf(HOUR)
    const end = text.indexOf("end|")
    expect(await faultOf(withFile(HOUR, text.slice(0, end)))).toMatchObject({
      ...{ step: "files", reason: "unreadable-line", line: 62 },
    })
    expect(await faultOf(withFile(HOUR, ""))).toMatchObject({ step: "files", line: 1 })
    expect(await faultOf(withFile(HOUR, text.slice(0, -1)))).toMatchObject({ step: "files", line: 62 })
    expect(await faultOf(withFile(HOUR, textOf(secondHour?.hour ?? 0)))).toMatchObject({
      ...{ step: "files", reason: "other-file", line: 1 },
    })
    expect(await faultOf({ files: new Map() })).toMatchObject({ reason: "missing-file", hour: HOUR })
    expect(await faultOf({ hours: [] })).toMatchObject({ reason: "missing-file" })
  })

  test("is seen where two hours don't join, or a tick lies outside its hour", async () => {
    const second = publish(proven.ticks.slice(60), { from: sha256Now("another chain") })
    const noted = proven.hours.map(({ before: _, ...hour }) => hour)
    expect(
      await faultOf({ hours: noted, ...withFile(HOUR + HOUR_MS, second.files.get(HOUR + HOUR_MS) ?? "") }),
    ).toMatchObject({ step: "chain", reason: "other-hash", hour: HOUR + HOUR_MS, line: 1 })
    const [tick] = ticksOf([[HOUR + HOUR_MS, "10"]])
    if (!tick) throw new Error("no tick")
    const hash = sha256Now(chainText("0".repeat(64), INDEX, tick))
    const text = `saker-index-ticks 1|${INDEX}|${HOUR}|41|${"0".repeat(64)}\n${tickLine(tick, hash)}`
    const hours = [{ hour: HOUR, hash, isComplete: false }]
    expect(await faultOf({ hours, ...withFile(HOUR, text) })).toMatchObject({
      step: "chain",
      reason: "other-time",
    })
  })
})

describe("a changed record", () => {
  const { contract } = proven
  const tick = (of: "open" | "before" | "settle", fields: object) => ({
    contract: { ...contract, [of]: { ...contract[of], ...fields } },
  })
  const at = (seq: number | undefined) => {
    const found = proven.ticks.find((one) => one.seq === seq)
    if (!found) throw new Error(`no tick ${seq}`)
    return { seq: found.seq, time: found.time, price: found.price }
  }

  test("names a tick of another price or time, or of no file", async () => {
    for (const of of ["open", "before", "settle"] as const) {
      expect(await faultOf(tick(of, { price: "1.5" }))).toMatchObject({ step: "ticks", reason: "other-tick" })
      const time = (contract[of]?.time ?? 0) + 1
      expect(await faultOf(tick(of, { time }))).toMatchObject({ step: "ticks", seq: contract[of]?.seq })
      expect(await faultOf(tick(of, { seq: 7 }))).toMatchObject({ step: "ticks", reason: "missing-tick" })
    }
  })

  test("names an open tick that wasn't the last, was too old, or came later", async () => {
    const { seq } = contract.open
    expect(await faultOf(tick("open", at(seq - 1)))).toMatchObject({
      step: "opening",
      reason: "not-the-last",
    })
    expect(await faultOf(tick("open", at(seq - 2)))).toMatchObject({ step: "opening", reason: "too-old" })
    expect(await faultOf(tick("open", at(seq + 1)))).toMatchObject({ step: "opening", reason: "wrong-side" })
    const later = { contract: { ...contract, expiry: contract.expiry + 1 } }
    expect(await faultOf(later)).toMatchObject({ step: "opening", reason: "other-period" })
  })

  test("names deciding ticks that don't stand on both sides of the expiry, next to each other", async () => {
    const [before = 0, settle = 0] = [contract.before?.seq, contract.settle?.seq]
    expect(await faultOf(tick("settle", at(settle + 1)))).toMatchObject({
      ...{ step: "expiry", reason: "tick-between", seq: settle },
    })
    expect(await faultOf(tick("before", at(before - 1)))).toMatchObject({
      ...{ step: "expiry", reason: "tick-between", seq: before },
    })
    expect(await faultOf(tick("settle", at(before)))).toMatchObject({ step: "expiry", reason: "wrong-side" })
    expect(await faultOf(tick("before", at(settle)))).toMatchObject({ step: "expiry", reason: "wrong-side" })
  })

  test("names a status and an amount that the rule doesn't give", async () => {
    const status = contract.status === "won" ? "lost" : "won"
    expect(await faultOf({ contract: { ...contract, status } })).toMatchObject({
      ...{ step: "outcome", reason: "other-status", expected: contract.status, found: status },
    })
    expect(await faultOf({ contract: { ...contract, paid: "49.99999999" } })).toMatchObject({
      step: "payment",
    })
    expect(await faultOf({ contract: { ...contract, profit: "40.99" } })).toMatchObject({ step: "payment" })
  })

  test("is not proven while it is open", async () => {
    const open = { ...contract, status: "open" as const, before: null, settle: null, paid: "" as const }
    expect(await faultOf({ contract: open })).toMatchObject({ step: "ticks", reason: "not-settled" })
  })

  test("leaves the steps behind its fault untaken", async () => {
    const steps = await checkResult({ ...proven, contract: { ...contract, paid: "1" }, sha256 })
    expect(steps.map(({ isTaken }) => isTaken).every(Boolean)).toBe(true)
    const [first, ...rest] = await checkResult({ ...proven, files: new Map() })
    expect(first).toMatchObject({ isTaken: true, fault: { reason: "missing-file" } })
    expect(rest.every(({ isTaken, fault }) => !isTaken && !fault)).toBe(true)
  })
})

test("a file that is read says what was written", () => {
  const read = readHourFile(textOf(HOUR))
  if (!("file" in read)) throw new Error("unreadable")
  expect(read.file.ticks.map(({ seq, time, price, sources }) => ({ seq, time, price, sources }))).toEqual(
    proven.ticks.slice(0, 60),
  )
  expect(read.file.end?.hash).toBe(proven.hours[0]?.hash)
})

test("the file that the documents show as an example is a true one", async () => {
  const { file } = readHourFile(indexFileExample) as { file: HourFile }
  const hours = [{ hour: file.hour, hash: file.end?.hash ?? "", isComplete: true }]
  const files = new Map([[file.hour, indexFileExample]])
  expect(await checkChain({ index: INDEX, hours, files, sha256 })).toHaveProperty("ticks.size", 2)
})

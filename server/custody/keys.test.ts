/** The phrase stays the same from start to start, is readable to nobody, and is never replaced. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { validateMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { StartProblem } from "../settings/start-problem.ts"
import { openSeed } from "./keys.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saker-keys-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string) => join(folder, name)
const open = (more: { key?: string; keyFile?: string } = {}) =>
  openSeed({ folder, key: "", keyFile: "", ...more }).then((seed) => Buffer.from(seed).toString("hex"))
const problemOf = (opening: Promise<string>) =>
  opening.then(
    () => undefined,
    (error: unknown) => error,
  )

describe("the seed", () => {
  test("is made once, of its own in each folder, and its files are their owner's alone", async () => {
    const seed = await open()
    expect(seed).toMatch(/^[0-9a-f]{128}$/)
    expect(await open()).toBe(seed)
    expect(readdirSync(folder).toSorted()).toEqual(["custody-key.json", "custody-phrase.json"])
    for (const name of readdirSync(folder)) expect(statSync(file(name)).mode & 0o777).toBe(0o600)
    const other = mkdtempSync(join(tmpdir(), "saker-keys-"))
    const another = Buffer.from(await openSeed({ folder: other, key: "", keyFile: "" })).toString("hex")
    rmSync(other, { recursive: true })
    expect(another).not.toBe(seed)
  })

  test("stands nowhere as it is: no words and no seed in the files", async () => {
    const seed = await open()
    const texts = readdirSync(folder).map((name) => readFileSync(file(name), "utf8"))
    for (const text of texts) {
      expect(text).not.toContain(seed)
      const decoded = [...text.matchAll(/"([^"]+)"/g)].map(([, word = ""]) =>
        Buffer.from(word, "base64").toString("utf8"),
      )
      for (const one of decoded) expect(validateMnemonic(one, wordlist)).toBe(false)
    }
  })

  test("is opened with the key of a setting or of a file, which then lies elsewhere", async () => {
    const seed = await open({ key: "correct horse" })
    expect(readdirSync(folder)).toEqual(["custody-phrase.json"])
    writeFileSync(file("elsewhere"), "correct horse\nremark\n")
    expect(await open({ keyFile: file("elsewhere") })).toBe(seed)
  })

  test("is derived at a high cost where a person chose the key, and as before from a file that tells none", async () => {
    const kept = () => JSON.parse(readFileSync(file("custody-phrase.json"), "utf8")) as { cost?: object }
    await open({ key: "correct horse" })
    expect(kept().cost).toEqual({ N: 65_536, p: 2 })
    rmSync(file("custody-phrase.json"))
    const seed = await open()
    const { cost, ...earlier } = kept()
    expect(cost).toEqual({ N: 32_768, p: 1 })
    writeFileSync(file("custody-phrase.json"), JSON.stringify(earlier))
    expect(await open()).toBe(seed)
  })
})

describe("a start is refused, and nothing is changed,", () => {
  const refused = async (opening: Promise<string>, before: string) => {
    const error = await problemOf(opening)
    expect(error).toBeInstanceOf(StartProblem)
    expect(readFileSync(file("custody-phrase.json"), "utf8")).toBe(before)
    return String(error)
  }
  const phraseFile = () => readFileSync(file("custody-phrase.json"), "utf8")

  test("with a wrong key", async () => {
    await open({ key: "correct horse" })
    expect(await refused(open({ key: "wrong horse" }), phraseFile())).not.toContain("horse")
  })

  test("without the key's file", async () => {
    await open()
    rmSync(file("custody-key.json"))
    await refused(open(), phraseFile())
    writeFileSync(file("custody-key.json"), "{")
    await refused(open(), phraseFile())
    expect(readFileSync(file("custody-key.json"), "utf8")).toBe("{")
  })

  test("with one digit of the phrase's file changed, and with half of it", async () => {
    await open()
    const whole = phraseFile()
    const changed = whole.replace(
      /("text":")(.)/,
      (_all, before, digit) => before + (digit === "A" ? "B" : "A"),
    )
    for (const wrong of [changed, whole.slice(0, 40), "", "null", '"x"']) {
      writeFileSync(file("custody-phrase.json"), wrong)
      await refused(open(), wrong)
    }
  })

  test("with a key file that isn't there, or is empty", async () => {
    expect(await problemOf(open({ keyFile: file("none") }))).toBeInstanceOf(StartProblem)
    writeFileSync(file("empty"), "\n")
    expect(await problemOf(open({ keyFile: file("empty") }))).toBeInstanceOf(StartProblem)
  })
})

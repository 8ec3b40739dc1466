/** `npm run operator -- …`: reads the words, asks the running server, prints its answer. */

import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Envelope, PROBLEMS, SUCCESS_CODE } from "#core/wire/index.ts"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { SETTINGS } from "../settings/settings.ts"
import { COMMANDS, HELP } from "./command-words.ts"
import { DOOR_FILE, type DoorFile } from "./operator-door.ts"
import type { Command, Given } from "./word-forms.ts"

const DONE = 0
const REFUSED = 1
const MISUSED = 2
const UNREACHED = 3

export interface OperatorTerminal {
  /** Names the data folder and the operator's key. */
  environment: Readonly<Record<string, string | undefined>>
  say(line: string): void
  complain(line: string): void
}

/** The operator's own key, as `key-add` showed it. */
const KEY_NAME = "SAKER_OPERATOR_KEY"

interface OpenDoor extends DoorFile {
  key: string
}

/** What ends the command with a line on stderr. */
class Ended extends Error {
  override readonly name = "Ended"
  readonly code: number
  constructor(code: number, line: string) {
    super(line)
    this.code = code
  }
}

/** @returns the exit code */
export async function runOperator(args: readonly string[], terminal: OperatorTerminal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || ["help", "--help", "-h"].includes(name) || rest.includes("--help")) {
    for (const line of HELP) terminal.say(line)
    return name === undefined ? MISUSED : DONE
  }
  try {
    await obey(name, rest, terminal)
    return DONE
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    terminal.complain(error.message)
    return error.code
  }
}

async function obey(name: string, args: readonly string[], terminal: OperatorTerminal): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Ended(MISUSED, `${name}: no such command; npm run operator -- help lists them`)
  const given = readArguments(args, command)
  if (given.words.length !== command.words) throw new Ended(MISUSED, `usage: ${command.usage}`)
  const endpoint = operatorEndpoints[command.call]
  const asked = command.ask(given)
  // Read here as the server will, so that a slip is told as the usage, not as a refusal.
  if (!endpoint.request.safeParse(asked).success) throw new Ended(MISUSED, `usage: ${command.usage}`)
  const door = { ...(await findDoor(terminal)), key: terminal.environment[KEY_NAME] ?? "" }
  const answer = await ask(door, command.call, asked, command.refused)
  const folder = given.options.pictures
  const pictures = typeof folder === "string" ? await writePictures(door, given, folder) : []
  if (given.options.json) terminal.say(JSON.stringify(answer))
  else for (const line of [...command.show(answer as never), ...pictures]) terminal.say(line)
}

function readArguments(args: readonly string[], command: Command): Given {
  const { options: named, flags = [], usage } = command
  const options = Object.fromEntries<{ type: "string" | "boolean" }>([
    ...named.map((name) => [name, { type: "string" as const }] as const),
    ...flags.map((name) => [name, { type: "boolean" as const }] as const),
  ])
  try {
    const read = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, json: { type: "boolean" } },
    })
    return { words: read.positionals, options: read.values as Given["options"] }
  } catch (error) {
    throw new Ended(MISUSED, `${error instanceof Error ? error.message : error}\nusage: ${usage}`)
  }
}

/** Where the running server says that its door is. */
async function findDoor({ environment }: OperatorTerminal): Promise<DoorFile> {
  const folder = SETTINGS.data.read(environment[SETTINGS.data.name] ?? SETTINGS.data.default)
  if (folder === undefined)
    throw new Ended(MISUSED, `${SETTINGS.data.name}: allowed: ${SETTINGS.data.allowed}`)
  try {
    return JSON.parse(await readFile(join(folder, DOOR_FILE), "utf8")) as DoorFile
  } catch (error) {
    const isHidden = error instanceof Error && "code" in error && error.code === "EACCES"
    throw new Ended(
      UNREACHED,
      isHidden
        ? `${join(folder, DOOR_FILE)} may be read only by whoever runs the server`
        : `no server runs on the data folder ${folder}; start one, or set ${SETTINGS.data.name}`,
    )
  }
}

/** `refused`: what a refusal means, where the server's own words don't say it. */
async function ask(
  door: OpenDoor,
  name: keyof typeof operatorEndpoints,
  request: object,
  refused?: string,
): Promise<unknown> {
  const { method, path } = operatorEndpoints[name]
  const headers = { authorization: `Bearer ${door.secret}${door.key}`, "content-type": "application/json" }
  const query = new URLSearchParams(Object.entries(request).map(([field, value]) => [field, String(value)]))
  let envelope: Envelope<unknown>
  try {
    const response =
      method === "GET"
        ? await fetch(`${door.address}${path}?${query}`, { headers, redirect: "error" })
        : await fetch(`${door.address}${path}`, {
            ...{ method, headers, redirect: "error" },
            body: JSON.stringify(request),
          })
    envelope = (await response.json()) as Envelope<unknown>
  } catch {
    throw new Ended(UNREACHED, `the server at ${door.address} does not answer; it may have been killed`)
  }
  if (envelope.code === SUCCESS_CODE) return envelope.data
  if (envelope.code === PROBLEMS.SESSION)
    throw new Ended(
      UNREACHED,
      door.key === ""
        ? "the server did not take our secret: it was started anew just now"
        : `the server did not take the key in ${KEY_NAME}: it is unknown or revoked (or the server was started anew just now)`,
    )
  if (envelope.code === PROBLEMS.FORBIDDEN)
    throw new Ended(
      REFUSED,
      `this needs an operator's key in ${KEY_NAME}; npm run operator -- key-add NAME makes the first one`,
    )
  throw new Ended(REFUSED, refused ?? envelope.message)
}

async function writePictures(door: OpenDoor, given: Given, folder: string): Promise<string[]> {
  const asked = { user: given.words[0] ?? "" }
  const pictures = (await ask(door, "operatorPictures", asked)) as Record<"uid" | "front" | "back", string>
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const write = async (side: "front" | "back") => {
    const file = join(folder, `${pictures.uid}-${side}.jpg`)
    await writeFile(file, Buffer.from(pictures[side], "base64"), { mode: 0o600 })
    return file
  }
  return [await write("front"), await write("back")]
}

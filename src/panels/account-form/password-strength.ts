/** How hard is a password to guess? zxcvbn's estimate, its code and lists fetched with the first password typed. */

import { PASSWORD_LENGTH_MIN } from "#core/wire/account.ts"

/** `short`: the server wouldn't take it. */
export type Strength = "short" | "weak" | "fair" | "good" | "strong"

const BY_SCORE = ["weak", "weak", "fair", "good", "strong"] as const
/** The estimate's time grows with the square; what comes behind can only add. */
const JUDGED_MAX = 64

/** Rejects when the code can't be fetched. `names`: what others know about the person, the account. */
export async function strengthOf(password: string, names: readonly string[]): Promise<Strength> {
  if ([...password].length < PASSWORD_LENGTH_MIN) return "short"
  const judge = await loadJudge()
  const inputs = names.flatMap((name) => [name, ...name.split(/[@.+_-]/)]).filter((part) => part.length > 2)
  return BY_SCORE[judge(password.slice(0, JUDGED_MAX), inputs)] ?? "weak"
}

type Judge = (password: string, inputs: string[]) => number

let loading: Promise<Judge> | undefined

function loadJudge(): Promise<Judge> {
  loading ??= makeJudge()
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

async function makeJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ])
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, inputs) => judge.check(password, inputs).score
}

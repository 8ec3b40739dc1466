/** What of a closing of several positions was refused, in words. */

import type { TFunction } from "i18next"
import type { Position } from "#core/wire/contract.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import { marketTitle } from "../../text/market-title.ts"
import { problemText } from "../../text/problem-text.ts"

type Words = TFunction<"positions">

interface ClosedPart extends Pick<Position, "instrument" | "positionSide"> {
  problem: string
  values: Record<string, string | number>
}

/** One sentence for each that was refused, with its name. */
export const refusalsOf = (
  parts: readonly ClosedPart[],
  positions: readonly Position[],
  t: Words,
): string[] =>
  parts
    .filter(({ problem }) => problem !== "")
    .map(({ instrument, positionSide, problem, values }) => {
      const isThis = (each: Position) => each.instrument === instrument && each.positionSide === positionSide
      const side = positions.find(isThis)?.side
      const position = side ? `${marketTitle(instrument)} ${t(`side.${side}`)}` : marketTitle(instrument)
      const reason = problemText({ name: problem as ProblemName, values })
      return t("closeAll.refused", { position, reason })
    })

/** Without an answer nobody knows yet what was closed. */
export const failureText = ({ name, text }: { name: string; text: string }, t: Words): string =>
  name === "NETWORK" ? t("lost") : text

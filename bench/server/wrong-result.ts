/** Reports a figure whose results are wrong as wrong, with the differences; never as fast. */

import type { FigureResult } from "../figure-result.ts"

export class WrongResult extends Error {}

/** Runs a figure; a {@link WrongResult} becomes the figure's answer, anything else is a bug of the bench and goes on. */
export const provenFigure = (
  name: string,
  against: string,
  work: () => Promise<FigureResult>,
): Promise<FigureResult[]> => provenFigures([name], against, async () => [await work()])

/** {@link provenFigure} of several that are measured in one go. */
export async function provenFigures(
  names: readonly string[],
  against: string,
  work: () => Promise<FigureResult[]>,
): Promise<FigureResult[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WrongResult)) throw error
    return names.map((name) => ({
      name,
      value: null,
      values: [],
      against,
      isRight: false,
      note: error.message,
    }))
  }
}

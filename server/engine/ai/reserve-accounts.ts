/** The accounts that pay rewards of AI products: what is free, and what has been promised and not accrued yet (I5). */

export const AI_RESERVE = { available: "ai-reserve.available", held: "ai-reserve.held" } as const

/** The accounts that pay second contracts: what is free, and what the house owes if all that are open win (I5). */

export const OPTION_HOUSE = { available: "option-house.available", held: "option-house.held" } as const

/** What the exchange tells whoever measures it, through channels of the process that cost a comparison while nobody listens. */

import { channel } from "node:diagnostics_channel"
import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"

/** A batch is kept for good. */
export interface KeptBatch {
  commands: number
  /** From being handed over to being kept. */
  ms: number
}

/** A command that was done and kept is being answered. */
export interface AnsweredCommand {
  command: Command
  answer: Answer
  /** From the asking to the answer. */
  ms: number
}

/** Both carry the command itself, the first in the course of whoever asks. */
export const askedCommands = channel("saker:exchange:asked-command")
export const appliedCommands = channel("saker:exchange:applied-command")
export const keptBatches = channel("saker:exchange:kept-batch")
export const answeredCommands = channel("saker:exchange:answered-command")

export const tellAsked = (command: Command): void => {
  if (askedCommands.hasSubscribers) askedCommands.publish(command)
}

export const tellApplied = (command: Command): void => {
  if (appliedCommands.hasSubscribers) appliedCommands.publish(command)
}

export const tellKept = (commands: number, ms: number): void => {
  if (keptBatches.hasSubscribers) keptBatches.publish({ commands, ms } satisfies KeptBatch)
}

/** @param asked with the moment, by the same clock */
export const tellAnswered = (
  { command, since }: { command: Command; since: number },
  answer: Answer,
  clock: { elapsed(): number },
): void => {
  if (!answeredCommands.hasSubscribers) return
  answeredCommands.publish({ command, answer, ms: clock.elapsed() - since } satisfies AnsweredCommand)
}

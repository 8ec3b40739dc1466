/** Version numbers of what outlives a process: the form of the engine's state, and the meaning of its commands. */

/**
 * Form of `SavedState`. Raised with every change of its fields or of what they mean, together with a step in
 * `snapshot/upgrades/` and the storage's `FORMAT`. Once a release; a snapshot of any earlier version can be loaded.
 *
 * 1: the first releases, which wrote no version. 2: the names of accounts, balances and halts. 3: pauses, times of
 * instruments, stops that wait for their turn, remembered keys as texts; orders that reduce only, accounts of contracts.
 * 4: second contracts, and the tick before the last of an index.
 * 5: deposits and withdrawals; AI products and what is held of them.
 * 6: orders that are good till a time, countdowns that cancel orders, orders that were placed as a group,
 * that show a part of themselves, that are traded in slices, or that are paused.
 */
export const STATE_VERSION = 6

/**
 * What commands mean. Raised, once a release, when a command that is in somebody's command log would now be answered,
 * matched or posted differently. Commands of another version are never replayed: a folder whose newest snapshot has
 * such commands behind it is refused with a line that says what to do.
 */
export const RULES_VERSION = 1

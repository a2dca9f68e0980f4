/** Microseconds of the machine's steady clock: the same in every thread, and never set back. */
export function systemMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

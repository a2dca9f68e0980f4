/**
 * Whether this page knows the venue's time. The difference between the clocks is added to each signed time. After a
 * jump of this computer's clock, or a failed measurement, it is measured again before anything is signed.
 */
import { clockSkew, measureClockSkew, onClockSkew } from "./server-clock.ts";

/** The venue accepts a signature for 30 s, so a jump below this one does no harm. */
const JUMP_MS = 3_000;

let measuredAt: { wall: number; steady: number } | undefined;
let measuring: Promise<void> | undefined;
let watching = false;

function watch(): void {
  if (watching) return;
  watching = true;
  const note = () => {
    measuredAt = { wall: Date.now(), steady: performance.now() };
  };
  if (clockSkew().state === "measured") note();
  onClockSkew(note);
}

/** Whether the last measurement is still valid. */
export function clockIsKnown(): boolean {
  watch();
  if (clockSkew().state !== "measured" || !measuredAt) return false;
  const jump = Date.now() - measuredAt.wall - (performance.now() - measuredAt.steady);
  return Math.abs(jump) < JUMP_MS;
}

/** Measures again where needed. Resolves to whether the time is known. */
export async function ensureClock(): Promise<boolean> {
  if (clockIsKnown()) return true;
  await measureAgain();
  return clockIsKnown();
}

/** Concurrent calls share one measurement. */
export function measureAgain(): Promise<void> {
  watch();
  measuring ??= measureClockSkew().finally(() => {
    measuring = undefined;
  });
  return measuring;
}

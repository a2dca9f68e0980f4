/**
 * Whether this page knows the venue's time. The difference between the clocks is measured and added to each signed time; after
 * the computer's clock jumped, or when there was no answer, it is measured again before anything is signed.
 */
import { clockSkew, measureClockSkew, onClockSkew } from "./server-clock.ts";

/** The venue takes a signature for 30 s: a jump below this one leaves room for everything else. */
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

/** True when the last measurement still holds. */
export function clockIsKnown(): boolean {
  watch();
  if (clockSkew().state !== "measured" || !measuredAt) return false;
  const jump = Date.now() - measuredAt.wall - (performance.now() - measuredAt.steady);
  return Math.abs(jump) < JUMP_MS;
}

/** Measures again where that is needed. Answers whether the time is known then. */
export async function ensureClock(): Promise<boolean> {
  if (clockIsKnown()) return true;
  await measureAgain();
  return clockIsKnown();
}

/** One measurement at a time, whoever asks. */
export function measureAgain(): Promise<void> {
  watch();
  measuring ??= measureClockSkew().finally(() => {
    measuring = undefined;
  });
  return measuring;
}

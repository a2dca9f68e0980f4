/** Valid requests that cannot be answered now: 429 or 503 with the time to wait. RFC 6749 has no status for them. */
import { errors, type KoaContextWithOIDC } from "oidc-provider";

/** Wait before a host that gave no answer is tried again. */
export const BUSY_SECONDS = 60;

class TooManyRequests extends errors.TemporarilyUnavailable {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`too many tokens for this grant, try again in ${seconds} s`);
    this.seconds = seconds;
  }
}

export function tooManyRequests(seconds: number): Error {
  return new TooManyRequests(seconds);
}

export function setRetryAfter(ctx: KoaContextWithOIDC, error: unknown): void {
  if (!(error instanceof errors.TemporarilyUnavailable)) return;
  const isOver = error instanceof TooManyRequests;
  ctx.status = isOver ? 429 : 503;
  ctx.set("retry-after", String(isOver ? error.seconds : BUSY_SECONDS));
}

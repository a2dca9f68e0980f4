/** For how long after a sign-up a partner's code can be typed. */
import { HOUR_MS } from "#lib/protocol/durations.ts";

export const CODE_ENTRY_MS = 24 * HOUR_MS;

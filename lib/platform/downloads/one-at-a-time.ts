/**
 * At most one download per owner in this process, so that no user holds many reads open. A download whose reader takes nothing for this
 * long is aborted by the server too and may be replaced.
 */
import { ServiceError } from "#lib/kernel/errors/errors.ts";

const ABANDONED_AFTER_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

export type Download = {
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
  /** The reader has taken a part. */
  taken: () => void;
  /** The file is complete, or has failed. */
  end: () => void;
};

export type Downloads = {
  /** `owner`: whose file it is. @throws RATE_LIMITED while another download of theirs is running */
  begin: (owner: string) => Download;
};

type Open = { takenAt: number; leave: AbortController };

/** `now`: a steady clock, in milliseconds. */
export function downloadsOneAtATime(now: () => number = () => performance.now()): Downloads {
  const open = new Map<string, Open>();
  return {
    begin: (owner) => {
      const other = open.get(owner);
      if (other !== undefined && now() - other.takenAt < ABANDONED_AFTER_MS)
        throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      other?.leave.abort();
      const mine: Open = { takenAt: now(), leave: new AbortController() };
      open.set(owner, mine);
      return {
        signal: mine.leave.signal,
        taken: () => {
          mine.takenAt = now();
        },
        end: () => {
          mine.leave.abort();
          // An aborted download may end long after the next has begun, and must not free its slot.
          if (open.get(owner) === mine) open.delete(owner);
        },
      };
    },
  };
}

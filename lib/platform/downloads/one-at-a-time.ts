/**
 * The file that is being made for somebody in this process: one at a time, so that nobody holds many reads open. A reader that takes
 * nothing for so long is given up by the server, too, and makes way for the next.
 */
import { ServiceError } from "#lib/platform/errors.ts";

const ABANDONED_AFTER_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

export type Download = {
  /** Aborted when nobody waits for the file any more. */
  signal: AbortSignal;
  /** The reader has taken a part. */
  taken: () => void;
  /** The file is complete, or has failed. */
  end: () => void;
};

export type Downloads = {
  /** `owner`: whose file it is. @throws RATE_LIMITED while somebody reads another file of theirs */
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
          // A file that was given up may end long after the next has begun, whose place it must leave alone.
          if (open.get(owner) === mine) open.delete(owner);
        },
      };
    },
  };
}

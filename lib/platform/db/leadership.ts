/**
 * Elects one replica for a task. The holder of an advisory lock of Postgres leads; the others follow what it stores.
 *
 * Leadership saves work. Correctness must not depend on it: a lock can be lost while its holder is suspended, so every
 * write also checks the state that it continues.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { onWake, wakeLoops } from "#lib/kernel/time/wakes.ts";
import { PersistentSession } from "./session.ts";

/** The payload with which a leader resigns. */
const VACANT = "vacant";

export type Election = {
  /** The advisory lock: any fixed number that no other one of this database uses. */
  lock: number;
  /** The channel that notifies replicas of new rows; a name of SQL. */
  channel: string;
  /** Channels of other elections, whose notifications wake replicas as well. */
  hears?: readonly string[];
  /** What the leader does, for the log: "store bars". */
  task: string;
};

/** An SQL fragment that wakes every replica when its transaction commits. */
export function notifyReplicas({ channel }: Pick<Election, "channel">): SQL {
  return sql`pg_notify(${channel}, '')`;
}

/**
 * As {@link notifyReplicas} for the embedded database, whose notifications do not leave it. The caller of that
 * fragment calls this after the commit. With Postgres no election listens to it.
 */
export function notifyProcess({ channel }: Pick<Election, "channel">): void {
  wakeLoops(channel);
}

export type Leadership = {
  /** True while this process leads. */
  readonly leading: boolean;
  /** Replaces what is called when `leading` has changed, or when a replica or a heard channel has notified. */
  listen: (wake: () => void) => void;
  /** Passes the lead on at once and leaves the election. */
  release: () => Promise<void>;
};

/** The only process of a database leads from the start. It hears other elections, and not what it stores itself. */
export function soleLeader({ hears = [] }: Pick<Election, "hears"> = {}): Leadership {
  let leading = true;
  let wake = () => {};
  const leave = onWake(hears, () => wake());
  return {
    get leading() {
      return leading;
    },
    listen: (woken) => {
      wake = woken;
    },
    release: async () => {
      leading = false;
      leave();
    },
  };
}

export type LeadershipOptions = {
  election: Election;
  /** Absent: the embedded database, which only one process can open. */
  databaseUrl: Secret | undefined;
  timers: Timers;
  log: Pick<Logger, "info" | "warn">;
};

/** Joins the election of the leader. */
export function createLeadership(options: LeadershipOptions): Leadership {
  const { election, databaseUrl, timers, log } = options;
  const { lock, channel, hears = [], task } = election;
  if (databaseUrl === undefined) return soleLeader(election);
  let leading = false;
  let released = false;
  let wake = () => {};
  const change = (now: boolean) => {
    if (leading === now || released) return;
    leading = now;
    log.info({ leading, task }, leading ? "this replica leads" : "this replica no longer leads");
    wake();
  };
  const session = new PersistentSession({
    url: databaseUrl,
    after: timers.after,
    opened: async (client) => {
      for (const name of [channel, ...hears]) await client.query(`LISTEN ${name}`);
    },
    beat: async (client) => {
      const statement = leading ? "SELECT true AS held" : "SELECT pg_try_advisory_lock($1) AS held";
      const { rows } = await client.query<{ held: boolean }>(statement, leading ? [] : [lock]);
      change(rows[0]?.held === true);
    },
    notified: (payload, from) => {
      if (payload !== VACANT || from !== channel) wake();
      else if (!leading) session.beatNow();
    },
    lost: (thrown) => {
      change(false);
      log.warn({ err: thrown, task }, "the session of a leader was lost; trying again");
    },
  });
  return {
    get leading() {
      return leading;
    },
    listen: (heard) => {
      wake = heard;
    },
    release: async () => {
      const held = leading;
      released = true;
      leading = false;
      await session.close(async (client) => {
        await client.query("SELECT pg_advisory_unlock_all()");
        if (held) await client.query(`NOTIFY ${channel}, '${VACANT}'`);
      });
    },
  };
}

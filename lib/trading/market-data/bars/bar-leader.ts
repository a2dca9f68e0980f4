/**
 * Elects the replica that stores the bars. The holder of an advisory lock of Postgres leads; the others follow what it
 * stores.
 *
 * Leadership saves work and makes one replica's view of the prices count. Correctness does not depend on it: a lock can be
 * lost while its holder is suspended, so every write also checks the head that it continues.
 */
import { sql } from "drizzle-orm";
import { KeptSession } from "#lib/platform/db/session.ts";
import type { Secret } from "#lib/platform/env.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { Timers } from "#lib/platform/timers.ts";

/** Any fixed number that no other advisory lock of this database uses. */
const LEADER_LOCK = 5_318_008_101;

const CHANNEL = "svc_mark_bars";
/** The payload with which a leader resigns. */
const VACANT = "vacant";

/** An SQL fragment that notifies every replica, when its transaction commits, that bars were stored. */
export const notifyReplicas = sql`pg_notify(${CHANNEL}, '')`;

export type BarLeadership = {
  /** True while this process is the one that stores bars. */
  readonly leading: boolean;
  /** Replaces what is called when `leading` has changed, or when some replica has stored bars. */
  listen: (wake: () => void) => void;
  /** Passes the lead on at once and leaves the election. */
  release: () => Promise<void>;
};

/** The only process of a database leads from the start. */
export function soleLeader(): BarLeadership {
  let leading = true;
  return {
    get leading() {
      return leading;
    },
    listen: () => {},
    release: async () => {
      leading = false;
    },
  };
}

export type BarLeadershipOptions = {
  /** Absent: the embedded database, which only one process can open. */
  databaseUrl: Secret | undefined;
  timers: Timers;
  log: Pick<Logger, "info" | "warn">;
};

/** Joins the election of the leader. */
export function createBarLeadership(options: BarLeadershipOptions): BarLeadership {
  const { databaseUrl, timers, log } = options;
  if (databaseUrl === undefined) return soleLeader();
  let leading = false;
  let released = false;
  let wake = () => {};
  const change = (now: boolean) => {
    if (leading === now || released) return;
    leading = now;
    log.info(
      { leading },
      leading ? "this replica stores the bars" : "this replica no longer stores the bars",
    );
    wake();
  };
  const session = new KeptSession({
    url: databaseUrl,
    after: timers.after,
    opened: async (client) => {
      await client.query(`LISTEN ${CHANNEL}`);
    },
    beat: async (client) => {
      const statement = leading ? "SELECT true AS held" : "SELECT pg_try_advisory_lock($1) AS held";
      const { rows } = await client.query<{ held: boolean }>(
        statement,
        leading ? [] : [LEADER_LOCK],
      );
      change(rows[0]?.held === true);
    },
    notified: (payload) => {
      if (payload !== VACANT) wake();
      else if (!leading) session.beatNow();
    },
    lost: (thrown) => {
      change(false);
      log.warn({ err: thrown }, "the session of the bars' leader was lost; trying again");
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
        if (held) await client.query(`NOTIFY ${CHANNEL}, '${VACANT}'`);
      });
    },
  };
}

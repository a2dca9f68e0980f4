/** The process parts of pushes. */
import "server-only";
import { and, eq, inArray, lt } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { pushCounts, pushes, pushSends } from "#lib/platform/db/schema/pushes.ts";
import { startAsLeader } from "#lib/platform/db/start-as-leader.ts";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import { type PartContext, type ProcessPart, processPart } from "#lib/platform/process-part.ts";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { startApprovalMails } from "./mail/mail-approvals.ts";
import { HOUR_MS, utcDay } from "./rules/push-draft.ts";
import { vapidKeys } from "./web/push-keys.ts";
import { PushSender } from "./web/push-sender.ts";
import { pushNetwork } from "./web/push-targets.ts";
import { pushConnections, vapidSubject } from "./web/web-push.ts";
import { PushWriter } from "./writing/push-writer.ts";
import { PUSHES_ELECTION } from "./writing/pushes-election.ts";

/** After a failure. */
const WRITE_MS = 1_000;
/** Windows of minutes begin without a notification. */
const IDLE_WRITE_MS = 5_000;
/** While requests run: a request that ends begins the next ones. */
const SEND_MS = 1_000;
/** What another replica wrote, and sends as well. */
const IDLE_SEND_MS = 5_000;
const KEPT_MS = 48 * HOUR_MS;

export const pushParts: readonly ProcessPart[] = [
  processPart("clean-up of pushes", (around) =>
    startRepeatedTask(
      {
        everyMs: HOUR_MS,
        run: cleanUpPushes,
        failure: "old counts of pushes could not be deleted",
      },
      around,
    ),
  ),
  processPart("pushes", startPushes),
  processPart("mails of waiting orders", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startApprovalMails({ timers, log, baseUrl, sendMail }),
  ),
];

async function startPushes(context: PartContext) {
  const { config, timers, log } = context;
  const db = await database();
  const now = () => timers.now();
  let wake = () => {};
  const network = pushNetwork(config);
  const subject = vapidSubject(config);
  const connections = pushConnections();
  const terms = async () => ({ keys: await vapidKeys(config), subject, network, connections });
  const sender = new PushSender({ db, terms, now, log, wake: () => wake() });
  const stopSender = startRepeatedTask(
    {
      everyMs: SEND_MS,
      idleMs: IDLE_SEND_MS,
      run: (at, signal) => sender.run(at, signal),
      failure: "web pushes could not be claimed",
      listen: (woken) => {
        wake = woken;
      },
    },
    { timers, log },
  );
  const { levels } = config.pushes;
  const stopWriter = startAsLeader(context, {
    election: PUSHES_ELECTION,
    everyMs: WRITE_MS,
    idleMs: IDLE_WRITE_MS,
    failure: "pushes could not be written",
    begin: () => new PushWriter({ db, levels, now, wake: () => wake() }),
  });
  return async () => {
    await stopWriter();
    await stopSender();
    await sender.idle();
    connections.close();
  };
}

/** The keys of pushes stay, so that none is written again. Of an order its own row is the key, and what tells of it goes. */
export async function cleanUpPushes(now: number): Promise<void> {
  const db = await database();
  await db.delete(pushCounts).where(lt(pushCounts.day, utcDay(now - KEPT_MS)));
  const old = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(lt(pushes.leavesUntil, now - KEPT_MS));
  await db.delete(pushSends).where(inArray(pushSends.pushId, old));
  await db
    .delete(pushes)
    .where(and(eq(pushes.type, "push.approval"), lt(pushes.leavesUntil, now - KEPT_MS)));
}

/** The process parts of pushes. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, inArray, lt } from "drizzle-orm";
import type { Secret } from "#lib/kernel/env.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Election } from "#lib/platform/db/leadership.ts";
import { startAsLeader } from "#lib/platform/db/start-as-leader.ts";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import {
  type PartContext,
  type ProcessPart,
  processPart,
} from "#lib/platform/process/process-part.ts";
import type { NoticeFeed } from "#lib/protocol/wire/venue-notices.ts";
import { pushCounts, pushes, pushSends } from "#lib/pushes/schema/pushes.ts";
import { AlertWatch } from "./alerts/alert-watch.ts";
import { PRICE_ALERTS_ELECTION } from "./alerts/alerts-election.ts";
import { startAlertMails } from "./mail/mail-alerts.ts";
import { startApprovalMails } from "./mail/mail-approvals.ts";
import { startTradingMails } from "./mail/mail-trading.ts";
import { utcDay } from "./rules/push-draft.ts";
import { NoticeReader } from "./trading/notice-reader.ts";
import { vapidKeys } from "./web/push-keys.ts";
import { PushSender } from "./web/push-sender.ts";
import { pushNetwork } from "./web/push-targets.ts";
import { pushConnections, vapidSubject } from "./web/web-push.ts";
import { PushWriter } from "./writing/push-writer.ts";
import { PUSHES_ELECTION } from "./writing/pushes-election.ts";

/** The interval after a failure. */
const WRITE_MS = 1_000;
/** The interval without notifications: windows of calendar pushes open as time passes. */
const IDLE_WRITE_MS = 5_000;
/** The interval while requests run. A request that ends also starts the next ones. */
const SEND_MS = 1_000;
/** The interval at which this replica finds pushes that another one wrote. */
const IDLE_SEND_MS = 5_000;
/** The interval at which the venue is asked for notices of trading, and after a failure. */
const NOTICES_MS = 1_000;
const NOTICES_FAILED_MS = 5_000;
const NOTICES_ELECTION: Election = {
  lock: 5_318_008_131,
  channel: "svc_trading_notices",
  task: "read notices of trading",
};
const RETENTION_MS = 48 * HOUR_MS;

/** Opens a client for the venue's notices. It is passed in, so that no import of pushes leads to the venue. */
type OpenNoticeFeed = (options: { url: string; key: Secret }) => NoticeFeed;

export const pushParts = (openNoticeFeed: OpenNoticeFeed): readonly ProcessPart[] => [
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
  processPart("notices of trading", (context) => startTradingNotices(context, openNoticeFeed)),
  processPart("price alerts", startPriceAlerts),
  processPart("mails of price alerts", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startAlertMails({ timers, log, baseUrl, sendMail }),
  ),
  processPart("mails of waiting orders", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startApprovalMails({ timers, log, baseUrl, sendMail }),
  ),
  processPart("mails of trading", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startTradingMails({ timers, log, baseUrl, sendMail }),
  ),
];

async function startPushes(context: PartContext) {
  const { config, timers, log } = context;
  const db = await database();
  const now = () => timers.now();
  let wake = () => {};
  const network = pushNetwork(config);
  const subject = vapidSubject(config);
  if (subject === undefined)
    log.warn(
      "Safari gets no pushes: Apple refuses them until BASE_URL (https) or MAIL_FROM names a public host",
    );
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

async function startTradingNotices(context: PartContext, openNoticeFeed: OpenNoticeFeed) {
  const { venueReaderKey: key, venueAddresses, venueUrl } = context.config;
  if (key === undefined) return undefined;
  const db = await database();
  const feed = openNoticeFeed({ url: venueAddresses, key });
  const stop = startAsLeader(context, {
    election: NOTICES_ELECTION,
    everyMs: NOTICES_MS,
    idleMs: NOTICES_FAILED_MS,
    failure: "notices of trading could not be read",
    begin: () => new NoticeReader({ db, feed, venueUrl, log: context.log }),
  });
  return async () => {
    await stop();
    feed.close();
  };
}

async function startPriceAlerts(context: PartContext) {
  const db = await database();
  const now = () => context.timers.now();
  return startAsLeader(context, {
    election: PRICE_ALERTS_ELECTION,
    everyMs: WRITE_MS,
    idleMs: IDLE_WRITE_MS,
    failure: "price alerts could not be judged",
    begin: () => new AlertWatch({ db, now }),
  });
}

/**
 * Deletes what is no longer needed of old pushes. The pushes themselves stay, because their keys
 * prevent a second one. Pushes of orders, of trading and of price alerts are deleted too, because
 * the order or the alert itself is the key, and the place in the venue's feed moves with them.
 */
export async function cleanUpPushes(now: number): Promise<void> {
  const db = await database();
  await db.delete(pushCounts).where(lt(pushCounts.day, utcDay(now - RETENTION_MS)));
  const old = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(lt(pushes.leavesUntil, now - RETENTION_MS));
  await db.delete(pushSends).where(inArray(pushSends.pushId, old));
  await db
    .delete(pushes)
    .where(
      and(
        inArray(pushes.type, ["push.approval", "push.trading", "push.alert"]),
        lt(pushes.leavesUntil, now - RETENTION_MS),
      ),
    );
}

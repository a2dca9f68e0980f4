/**
 * The process parts that deliver webhooks, send mails about pauses, delete old records and repair
 * lanes.
 */
import "server-only";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { database } from "#lib/platform/db/client.ts";
import { onAnnounced } from "#lib/platform/events/webhook-outbox.ts";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import { webhookNetwork } from "#lib/platform/outbound/webhook-targets.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";
import { cleanUpWebhooks } from "./core/clean-up.ts";
import { startPauseMails } from "./core/mail-pauses.ts";
import { openHeaders } from "./core/own-headers.ts";
import { findLiveSecrets } from "./core/secrets.ts";
import { WebhookEngine } from "./engine/engine.ts";
import { startRepairs } from "./engine/repair.ts";

const CLEAN_UP_EVERY_MS = 3_600_000;

export const webhookParts: readonly ProcessPart[] = [
  processPart("webhook clean-up", (around) =>
    startRepeatedTask(
      {
        everyMs: CLEAN_UP_EVERY_MS,
        run: cleanUpWebhooks,
        failure: "old records of webhooks could not be deleted",
      },
      around,
    ),
  ),
  processPart("mails of paused webhooks", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startPauseMails({ timers, log, baseUrl, sendMail }),
  ),
  processPart("webhook repairs", async (around) => startRepairs(await database(), around)),
  processPart("webhooks", async ({ config, timers, log }) => {
    const db = await database();
    const engine = new WebhookEngine({
      db,
      timers,
      log,
      network: webhookNetwork(config),
      schedule: { divisor: config.webhookScheduleDivisor },
      secretsOf: (webhookIds, now) => findLiveSecrets(db, webhookIds, now),
      headersOf: (webhook) => openHeaders(webhook),
      baseUrl: config.baseUrl,
    });
    onAnnounced(() => engine.wake());
    engine.start();
    return async () => {
      onAnnounced(undefined);
      await engine.stop();
    };
  }),
];

/** Loops of every replica: writes partner notices each minute, and mails them where mail is configured. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import "server-only";
import type { NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type RepeatedTask, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { mailNotices } from "./mail-notices.ts";
import { writeNotices } from "./write-notices.ts";

type Options = {
  timers: Timers;
  log: Pick<Logger, "warn">;
  /** Undefined without mail. */
  mail: Pick<NoticeMailContext, "baseUrl" | "sendMail"> | undefined;
};

/** The result stops both, after the current partner and mail. */
export function startNoticeLoops({ timers, log, mail }: Options): () => Promise<void> {
  const writing: RepeatedTask = {
    everyMs: MINUTE_MS,
    run: (now, signal) => writeNotices({ now, log, signal }),
    failure: "partners with something to tell could not be read",
  };
  const mailing: RepeatedTask[] =
    mail === undefined
      ? []
      : [
          {
            // Back off, so that a failing mail server is not contacted each minute for days.
            everyMs: 5 * MINUTE_MS,
            run: (now, signal) => mailNotices({ ...mail, now, log, signal }),
            failure: "notices that are to be mailed could not be read",
          },
        ];
  const stops = [writing, ...mailing].map((task) => startRepeatedTask(task, { timers, log }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

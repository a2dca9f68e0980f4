/** What every replica does for the notices of the partner programme: it writes them each minute, and mails them where there is mail. */
import "server-only";
import type { Logger } from "#lib/platform/log.ts";
import { type RepeatedTask, startRepeatedTask } from "#lib/platform/repeated-task.ts";
import type { Timers } from "#lib/platform/timers.ts";
import { mailNotices, type NoticeMailContext } from "./mail-notices.ts";
import { writeNotices } from "./write-notices.ts";

const MINUTE_MS = 60_000;

type Options = {
  timers: Timers;
  log: Pick<Logger, "warn">;
  /** Undefined: there is no mail. */
  mail: Pick<NoticeMailContext, "baseUrl" | "sendMail"> | undefined;
};

/** The answer ends both, after the partner and the mail that are under way. */
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
            // A server that takes no mail is not asked each minute for days.
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

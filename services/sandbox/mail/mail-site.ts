/** The mailbox as pages and as JSON, in front of a mail server that it starts and stops. */
import { join } from "node:path";
import { z } from "zod";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { parseBody } from "#services/sandbox/site/body.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { mailListPage, messagePage } from "./mail-pages.ts";
import { Mailbox } from "./mailbox.ts";
import { SmtpReceiver } from "./smtp.ts";

const MAIL_PAGE = 100;

const faultBody = z.strictObject({ mode: z.enum(["refuse", "hang", "off"]) });

type MailParts = {
  /** The sandbox's; it has a folder of mail. */
  folder: string;
  smtpPort: number;
  clock: Clock;
  log: Logger;
};

export type MailSite = Site & { /** 0 until it has started. */ smtpPort: () => number };

export function mailSite({ folder, smtpPort, clock, log }: MailParts): MailSite {
  const mailbox = new Mailbox({ folder: join(folder, "mail"), clock });
  const smtp = new SmtpReceiver(mailbox, log);
  let port = 0;
  const site = jsonSite({
    "/mail": {
      GET: ({ url, response }) =>
        mailListPage(response, mailbox, {
          to: url.searchParams.get("to")?.trim() ?? "",
          refreshes: url.searchParams.get("refresh") !== "off",
        }),
    },
    "/mail/message": {
      GET: ({ url, response }) =>
        messagePage(response, mailbox.find(url.searchParams.get("id") ?? "")),
    },
    "/mail/messages": {
      GET: ({ url }) => {
        const to = url.searchParams.get("to") ?? undefined;
        return { messages: mailbox.list(to).slice(0, MAIL_PAGE) };
      },
    },
    "/mail/fault": {
      POST: ({ body }) => {
        const { mode } = parseBody(faultBody, body);
        smtp.setFault(mode);
        return { mode };
      },
    },
  });
  return {
    ...site,
    smtpPort: () => port,
    start: async () => {
      port = await smtp.listen(smtpPort);
      log.info({ smtpPort: port }, "the mail server is up");
    },
    stop: () => smtp.close(),
  };
}

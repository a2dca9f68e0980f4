/** The simulated mailbox, read as JSON: the mails that the app sent over SMTP. */
import type { Endpoints } from "#scripts/dev/data-dir.ts";

type Mail = { id: string; to: string; subject: string; text: string; receivedAt: string };

const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 200;
const LINK = /https?:\/\/\S+\/sign-in\/email#token=[\w-]{43}/;

/** All mails to an address, newest first. */
export async function mailsTo({ sandbox }: Endpoints, to: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${sandbox}/mail/messages?to=${encodeURIComponent(to)}`);
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status}.`);
  const { messages } = (await answer.json()) as { messages: Mail[] };
  return messages;
}

/** Waits until there are `count` mails to the address. @returns the link of the newest one @throws Error after 20 s */
export async function linkTo(endpoints: Endpoints, to: string, count = 1): Promise<string> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const mails = await mailsTo(endpoints, to);
    const link = mails.length >= count ? LINK.exec(mails[0]?.text ?? "")?.[0] : undefined;
    if (link !== undefined) return link;
    if (Date.now() > until) throw new Error(`No link came to ${to} (${mails.length} mails).`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

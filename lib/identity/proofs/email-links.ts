/** Links in mails: 32 random bytes; only their hash is stored. Each works once. */
import "server-only";
import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { linkMail } from "#lib/identity/proofs/texts/link-mail.ts";
import type { LinkPurpose } from "#lib/identity/proofs/texts/link-texts.ts";
import { emailTokens } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { hasMail, sendMail } from "#lib/platform/mail/send-mail.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";

const MINUTES = 15;
/** How long a link is known after its end: a reader of the mail gets another one by a press. */
const KNOWN_MS = DAY_MS;
const TOKEN = /^[\w-]{43}$/;

export const EmailToken = z.strictObject({
  token: z.string().regex(TOKEN, "must be the end of a link from a mail"),
});

/** When the link expires. */
export const MailSent = z.strictObject({ expiresAt: z.iso.datetime() });

export type EmailLink = {
  /** As `EmailAddress` parses it. */
  email: string;
  purpose: LinkPurpose;
  /** The requesting session; without one the link signs in. */
  sessionId: string | undefined;
  /** Code of the partner link that the requesting browser followed, because the mail may be opened in another one. */
  referredBy?: string | undefined;
  locale: MailLocale;
};

/**
 * Sends a link. The token is in the fragment, which browsers send to no server and not as a referrer. Also deletes tokens
 * that expired a day ago.
 * @throws NOT_FOUND without mail, MAIL_NOT_SENT
 */
export async function sendEmailLink(
  { email, purpose, sessionId, referredBy, locale }: EmailLink,
  now: number,
): Promise<z.output<typeof MailSent>> {
  if (!hasMail()) throw new ServiceError("NOT_FOUND");
  const { baseUrl } = config();
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now + MINUTES * 60_000);
  const db = await database();
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, new Date(now - KNOWN_MS)));
  await db.insert(emailTokens).values({
    hash: hashOf(token),
    email,
    sessionId: sessionId ?? null,
    purpose,
    referredBy: referredBy ?? null,
    createdAt: new Date(now),
    expiresAt,
  });
  const url = `${baseUrl}/sign-in/email#token=${token}`;
  const site = new URL(baseUrl).host;
  await sendMail({ to: email, ...linkMail({ purpose, locale, url, site, minutes: MINUTES }) });
  return { expiresAt: expiresAt.toISOString() };
}

type LiveToken = Pick<
  typeof emailTokens.$inferSelect,
  "email" | "purpose" | "expiresAt" | "sessionId" | "referredBy"
>;

/** The purpose of a link, without using it up. @throws SIGN_IN_REFUSED */
export async function findEmailToken(token: string, now: number): Promise<LiveToken> {
  const db = await database();
  const [row] = await db.select().from(emailTokens).where(isLive(token, now));
  if (row === undefined) throw deadLink();
  return row;
}

/** A sign-in link that was used or has expired within a day. */
export async function findEndedSignIn(
  token: string,
  now: number,
): Promise<(LiveToken & { usedAt: Date | null }) | undefined> {
  const db = await database();
  const [row] = await db
    .select()
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.hash, hashOf(token)),
        eq(emailTokens.purpose, "sign-in"),
        gt(emailTokens.expiresAt, new Date(now - KNOWN_MS)),
      ),
    );
  const isEnded = row !== undefined && (row.usedAt !== null || row.expiresAt.getTime() <= now);
  return isEnded ? row : undefined;
}

/**
 * Uses a link up. One statement decides, so that only one of two requests with the same token succeeds. `sessionId`: the
 * requesting session, or undefined for a link that signs in.
 * @throws SIGN_IN_REFUSED
 */
export async function consumeEmailToken(
  token: string,
  sessionId: string | undefined,
  now: number,
): Promise<Pick<LiveToken, "email" | "purpose" | "referredBy">> {
  const db = await database();
  const isOwn =
    sessionId === undefined
      ? and(isNull(emailTokens.sessionId), eq(emailTokens.purpose, "sign-in"))
      : eq(emailTokens.sessionId, sessionId);
  const [used] = await db
    .update(emailTokens)
    .set({ usedAt: new Date(now) })
    .where(and(isLive(token, now), isOwn))
    .returning({
      email: emailTokens.email,
      purpose: emailTokens.purpose,
      referredBy: emailTokens.referredBy,
    });
  if (used !== undefined) return used;
  const { purpose } = await findEmailToken(token, now);
  const reason =
    purpose === "sign-in"
      ? "the link is one that signs in"
      : "the link works in the session that asked for it; open it in the same browser";
  throw new ServiceError("SIGN_IN_REFUSED", { reason });
}

function isLive(token: string, now: number) {
  return and(
    eq(emailTokens.hash, hashOf(token)),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, new Date(now)),
  );
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}

export function deadLink(): ServiceError {
  const reason = "the link has expired or was used before; ask for a new one";
  return new ServiceError("SIGN_IN_REFUSED", { reason });
}

/** Queues the calls of a partner's postback, in the transaction that announces the news. */
import "server-only";
import { eq } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import { partnerPostbackCalls, partnerPostbacks } from "#lib/partner/schema/postbacks.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import type { PostbackMacro } from "#lib/protocol/partner/postbacks.ts";
import { REFERRAL_TAGS } from "#lib/protocol/partner/referral-tags.ts";
import type { News } from "./_news.ts";

type Queued = { partnerId: string; news: readonly News[]; now: number };

/** Nothing without a postback, or for one that is paused or does not want the event. */
export async function queueCalls(
  change: Pick<Change, "select" | "insert">,
  { partnerId, news, now }: Queued,
): Promise<void> {
  if (news.length === 0) return;
  const [postback] = await change
    .select()
    .from(partnerPostbacks)
    .where(eq(partnerPostbacks.partnerId, partnerId));
  if (postback === undefined || postback.pausedAt !== null) return;
  const calls = news
    .filter(({ event }) => postback.events.includes(event))
    .map((one) => {
      const id = newId("pbk");
      return {
        id,
        partnerId,
        event: one.event,
        subject: `${one.subject}:${one.version}`,
        macros: macrosOf(one, { id, now, isTest: false }),
        state: "pending" as const,
        attempts: 0,
        dueAt: now,
        createdAt: now,
      };
    });
  if (calls.length > 0)
    await change.insert(partnerPostbackCalls).values(calls).onConflictDoNothing();
}

type Values = Partial<Record<PostbackMacro, string>>;

/** Values of the macros for an event; a macro without a value is left out. */
export function macrosOf(
  { event, data }: Pick<News, "event" | "data">,
  { id, now, isTest }: { id: string; now: number; isTest: boolean },
): Values {
  const common: Values = { event, id, time: new Date(now).toISOString(), test: isTest ? "1" : "0" };
  if ("settlement_id" in data) {
    const { settlement_id: settlement, amount } = data;
    return { ...common, settlement, amount, currency: "USDC" };
  }
  const of: Values = { ...common, referral: data.referral_id };
  if (data.link !== null) of.link = data.link;
  for (const name of REFERRAL_TAGS) {
    const value = data[name];
    if (value !== null) of[name] = value;
  }
  if (!("earned" in data)) return of;
  const { earned: amount, fees, count } = data;
  return { ...of, amount, currency: "USD", fees, count: String(count) };
}

/**
 * Counts how often links are followed: at most once per browser, day and link, and without anything of the person. The browser
 * itself keeps which links it has followed today; one that does not is bounded by the limit of its address.
 */
import "server-only";
import { sql } from "drizzle-orm";
import { cookieValue, isSecure } from "#lib/identity/sessions/session-cookie.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { CODE } from "./referral-code.ts";

const COOKIE = "svc_followed";
/** Links that a browser remembers for a day; further ones are not counted. */
const MAX_LINKS = 20;
const DAY_SECONDS = 86_400;

/** Programs that fetch a link to preview or to index it, by their own names. */
const PROGRAMS =
  /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|curl|wget/i;

type Visit = {
  code: string;
  headers: Headers;
  client: { address: string; agent: string };
  now: number;
};

/** Counts a visit, and returns the `Set-Cookie` that remembers it; undefined when it does not count. A failure is logged. */
export async function countClick({
  code,
  headers,
  client,
  now,
}: Visit): Promise<string | undefined> {
  if (client.agent === "" || PROGRAMS.test(client.agent)) return undefined;
  const day = new Date(now).toISOString().slice(0, 10);
  const followed = followedOn(day, cookieValue(headers, COOKIE));
  if (followed.includes(code) || followed.length >= MAX_LINKS) return undefined;
  try {
    if (!(await takeQuota("link_clicks", client.address)).allowed) return undefined;
    await addClick(code, day);
  } catch (error) {
    httpRuntime().log.warn({ err: error }, "a click on a partner link was not counted");
    return undefined;
  }
  const secure = isSecure(config().baseUrl) ? "; Secure" : "";
  return `${COOKIE}=${[day, ...followed, code].join(".")}; Path=/r; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The links that a browser has followed on a day, from its cookie: `2026-01-31.code.code`. */
function followedOn(day: string, cookie: string | undefined): string[] {
  const [of, ...codes] = (cookie ?? "").split(".");
  return of === day ? codes.filter((code) => CODE.test(code)).slice(0, MAX_LINKS) : [];
}

async function addClick(code: string, day: string): Promise<void> {
  const db = await database();
  await db.execute(sql`
    insert into partner_clicks as counted (code, day, clicks) values (${code}, ${day}, 1)
    on conflict (code, day) do update set clicks = counted.clicks + 1`);
}

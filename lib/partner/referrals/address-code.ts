/**
 * The partner's code and tags in the address of a page. A link leads to such an address, so that it also counts in another browser: many
 * people copy it from the browser of a chat into that of their wallet.
 */
import "server-only";
import { readSession } from "#lib/identity/sessions/session.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { type ReferralTags, readTags, tagQuery } from "#lib/protocol/partner/referral-tags.ts";
import { findPartnerCode } from "./find-code.ts";
import { followedLinkOf, referralCookie } from "./referral-cookie.ts";

const PARAMETER = "ref";

/** @param path of this site, with its query and fragment */
export function withAddressCode(path: string, code: string, tags: ReferralTags = {}): string {
  const [address = "", ...fragment] = path.split("#");
  const query = [`${PARAMETER}=${code}`, tagQuery(tags)].filter((part) => part !== "").join("&");
  const joined = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return [joined, ...fragment].join("#");
}

type Visit = { method: string; url: string; headers: Headers };

/**
 * The `Set-Cookie` of a visit whose address names a code; undefined when there is none to set: the browser has followed a link, the
 * code is unknown, or its owner looks at it. A failing database only costs the cookie.
 */
export async function addressCookie({ method, url, headers }: Visit): Promise<string | undefined> {
  const { searchParams } = new URL(url);
  const given = searchParams.get(PARAMETER);
  if (given === null || method !== "GET" || !isVisit(headers)) return undefined;
  if (followedLinkOf(headers) !== undefined) return undefined;
  try {
    const found = await findPartnerCode(given);
    if (found === undefined || (await readSession(headers))?.userId === found.user_id)
      return undefined;
    return referralCookie({ code: found.code, tags: readTags(searchParams), isTyped: false });
  } catch (error) {
    httpRuntime().log.warn({ err: error }, "the partner's code of an address could not be read");
    return undefined;
  }
}

/** A document that a person looks at, and neither a part of another page, a prefetch nor a program's read of it. */
function isVisit(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  const destination = headers.get("sec-fetch-dest") ?? "document";
  return destination === "document" && !headers.has("rsc") && !/\bprefetch\b/i.test(purpose);
}

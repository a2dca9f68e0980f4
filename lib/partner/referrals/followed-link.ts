/**
 * A partner link that somebody followed, or whose code they typed: the form in which a cookie and a sign-in mail keep it until
 * the sign-up. `ada-1`, or with tags `ada-1?sub=x&utm_source=y`.
 */
import { type ReferralTags, readTags, tagQuery } from "#lib/protocol/partner/referral-tags.ts";
import { CODE } from "./referral-code.ts";

export type FollowedLink = {
  /** The code of a first or a further link, in lower case. */
  code: string;
  tags: ReferralTags;
  /** True when the code was typed: no click belongs to it. */
  isTyped: boolean;
};

const TYPED = "typed";

export function formatFollowed({ code, tags, isTyped }: FollowedLink): string {
  const query = [isTyped ? `${TYPED}=1` : "", tagQuery(tags)].filter((part) => part !== "");
  return query.length === 0 ? code : `${code}?${query.join("&")}`;
}

/** `undefined` when it has no well-formed code. */
export function parseFollowed(text: string): FollowedLink | undefined {
  const [given = "", ...query] = text.split("?");
  const code = given.toLowerCase();
  if (!CODE.test(code)) return undefined;
  const search = new URLSearchParams(query.join("?"));
  return { code, tags: readTags(search), isTyped: search.get(TYPED) === "1" };
}

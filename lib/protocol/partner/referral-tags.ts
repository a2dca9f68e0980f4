/** Tags of a partner's link, by which the partner knows where a referral came from: a sub-id and the five UTM parameters. */

/** Under the names that they have in an address, and in answers and files. */
export const REFERRAL_TAGS = [
  "sub",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
] as const;
export type ReferralTag = (typeof REFERRAL_TAGS)[number];

/** Only the tags that the followed address had. */
export type ReferralTags = Partial<Record<ReferralTag, string>>;

/** Short for `sub`, as affiliate networks write it. */
const SHORT_SUB = "s";

/** Most characters of a tag. */
export const TAG_LENGTH = 100;
/** Letters and digits of any language, spaces and some signs: no `@`, so that no mail address of a visitor is stored. */
const TAG = /^[\p{L}\p{N} ._~:|,+/-]+$/u;
/** Most bytes of all tags as a query: browsers drop a cookie of more than 4 KB. */
const MAX_QUERY_BYTES = 2_000;

/** A tag that is too long or has other characters is left out, because a part of it would be another tag. */
export function readTags(search: URLSearchParams): ReferralTags {
  const tags: ReferralTags = {};
  for (const name of REFERRAL_TAGS) {
    const given = search.get(name) ?? (name === "sub" ? search.get(SHORT_SUB) : null);
    const value = given?.trim() ?? "";
    if (value === "" || value.length > TAG_LENGTH || !TAG.test(value)) continue;
    if (tagQuery({ ...tags, [name]: value }).length <= MAX_QUERY_BYTES) tags[name] = value;
  }
  return tags;
}

/** `sub=a&utm_source=b`; empty without tags. */
export function tagQuery(tags: ReferralTags): string {
  const query = new URLSearchParams();
  for (const name of REFERRAL_TAGS) {
    const value = tags[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

/** Takes what has the form of a credential out of a text that is kept or shown: a line of the log, a path, a user agent. */

/** A word begins: behind what is none, behind an escape of JSON (`\n`, `\\`), or behind one of an address (`%20`). */
const WORD_BEGINS =
  /(?:(?<![\w\\-])|(?<=\\[nrtbf])|(?<=(?<!\\)(?:\\\\){1,4})|(?<=\\u[0-9a-f]{4})|(?<=%[0-9a-f]{2}))/;

/**
 * What has the form of a credential, in a text, in JSON or in an address: keys and secrets of all doors, what follows `Bearer`,
 * cookies of the session, tokens and codes in an address, and dotted base64url (signed and encrypted JWTs). Each part is
 * bounded where it could begin again and again.
 */
const SECRETS = new RegExp(
  [
    /(?<prefix>svc_sk_|tbs_|apikey_|operator_|partner_)[0-9a-f]{8,}/,
    /(?<token>svc_(?:at|rt|cs)_)[\w-]{8,}/,
    /(?<bearer>Bearer(?:\s|\+|%(?:25)*20|\\[nrt]){1,4})[\w.~+/-]{6,}=*/,
    /(?<cookie>next-auth\.[\w-]{1,40}(?:\.\d{1,3})?(?:=|%3D|":"|\\":\\"))[^;,\s"\\&]+/,
    /(?<parameter>(?:[?&#]|%3F|%26|%23)(?:token|code)(?:=|%3D))[^&#\s"\\%]+/,
    /eyJ[\w-]{1,300}(?:\.[\w-]*){2,4}/,
    new RegExp(`${WORD_BEGINS.source}[\\w-]{16,}\\.[\\w-]{16,}\\.[\\w-]{16,}`),
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/** One of these is in every line that `SECRETS` finds something in, in small letters. */
const SIGNS = [
  "_sk_",
  "svc_at_",
  "svc_rt_",
  "svc_cs_",
  "tbs_",
  "apikey_",
  "operator_",
  "partner_",
  "bearer",
  "next-auth",
  "code",
  "token",
  "eyj",
];
const TWO_DOTS = /\..*\./s;

/** `text` with `[secret]` in the place of each credential; what names its kind stays. */
export function redactSecrets(text: string): string {
  const small = text.toLowerCase();
  if (!SIGNS.some((sign) => small.includes(sign)) && !TWO_DOTS.test(text)) return text;
  return text.replace(SECRETS, (...match) => {
    const { prefix, token, bearer, cookie, parameter } = match.at(-1) as Record<
      string,
      string | undefined
    >;
    return `${prefix ?? token ?? bearer ?? cookie ?? parameter ?? ""}[secret]`;
  });
}

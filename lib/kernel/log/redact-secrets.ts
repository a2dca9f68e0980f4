/** Redacts credentials from text that is stored or shown: log lines, paths, user agents. */

/** Start of a word: after a non-word character, a JSON escape (`\n`, `\\`) or a percent-encoding (`%20`). */
const WORD_BEGINS =
  /(?:(?<![\w\\-])|(?<=\\[nrtbf])|(?<=(?<!\\)(?:\\\\){1,4})|(?<=\\u[0-9a-f]{4})|(?<=%[0-9a-f]{2}))/;

/**
 * Text in the form of a credential, in prose, JSON or a URL: keys and secrets of all schemes, the value after `Bearer`,
 * session cookies, tokens and codes in a URL, and dotted base64url (signed and encrypted JWTs). Quantifiers are bounded
 * to prevent backtracking.
 */
const SECRETS = new RegExp(
  [
    /(?<prefix>svc_sk_|tbs_|apikey_|operator_|partner_|reader_|custody_)[0-9a-f]{8,}/,
    /(?<token>svc_(?:at|rt|cs)_)[\w-]{8,}/,
    /(?<webhook>whsec_)(?:[a-z0-9+/=]|%2b|%2f|%3d){16,}/,
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

/** Lower-case fragments: each line in which `SECRETS` matches contains one of them. */
const SIGNS = [
  "_sk_",
  "svc_at_",
  "svc_rt_",
  "svc_cs_",
  "tbs_",
  "apikey_",
  "operator_",
  "partner_",
  "reader_",
  "custody_",
  "whsec_",
  "bearer",
  "next-auth",
  "code",
  "token",
  "eyj",
];
const TWO_DOTS = /\..*\./s;

/** `text` with `[secret]` in place of each credential; the prefix that names its kind stays. */
export function redactSecrets(text: string): string {
  const small = text.toLowerCase();
  if (!SIGNS.some((sign) => small.includes(sign)) && !TWO_DOTS.test(text)) return text;
  return text.replace(SECRETS, (...match) => {
    const { prefix, token, webhook, bearer, cookie, parameter } = match.at(-1) as Record<
      string,
      string | undefined
    >;
    return `${prefix ?? token ?? webhook ?? bearer ?? cookie ?? parameter ?? ""}[secret]`;
  });
}

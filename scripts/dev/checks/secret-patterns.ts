/** What no browser may ever receive. */

/**
 * The beginnings of credentials. Pages contain these prefixes, and placeholders in capitals, but no key that continues
 * like a real one.
 */
const KEY_PATTERNS = [
  /apikey_[0-9a-f]/,
  /svc_sk_[0-9a-z]/,
  /tbs_[0-9a-z]/,
  /operator_[0-9a-f]/,
  // Identifiers in code begin like this too: `partner_accounts`, `partner_code`.
  /partner_[0-9a-f]{16}/,
  /reader_[0-9a-f]{16}/,
  /custody_[0-9a-f]{16}/,
  /whsec_[A-Za-z0-9+/]{16}/,
  /svc_(?:at|rt|cs)_[\w-]{8}/,
];

/** Descriptions of the secrets in a text, without their values. */
export function findSecrets(text: string, secrets: readonly string[]): string[] {
  const keys = KEY_PATTERNS.filter((pattern) => pattern.test(text)).map(
    (pattern) => `has a key prefix (${pattern.source})`,
  );
  const values = secrets.flatMap((secret, index) =>
    secret.length > 0 && text.includes(secret)
      ? [`has the value of secret ${index + 1} of secrets.json`]
      : [],
  );
  return [...keys, ...values];
}

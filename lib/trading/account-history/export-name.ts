/** Names of the account's files: what, whose, and the UTC days of the span. */

/** Characters of each end of the account, as on pages: enough to distinguish the accounts of one person. */
const ACCOUNT_CHARACTERS = 4;

/** `svc-fills-4zvwtajS-20270101-20270115.csv`; without the first day when the span has no beginning. Unix milliseconds. */
export function exportName(
  kind: string,
  account: string,
  { from, to, now }: { from?: number | undefined; to?: number | undefined; now: number },
): string {
  const days = [from, to ?? now].filter((time) => time !== undefined).map(dayOf);
  const short = account.slice(0, ACCOUNT_CHARACTERS) + account.slice(-ACCOUNT_CHARACTERS);
  return `svc-${kind}-${short}-${days.join("-")}.csv`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

/** Names of the account's files: what, whose, and the UTC days of the span. */

/** Enough to tell the accounts of one person apart. */
const ACCOUNT_CHARACTERS = 8;

/** `svc-fills-4zvwRjXU-20270101-20270115.csv`; without the first day when the span has no beginning. Unix milliseconds. */
export function exportName(
  kind: string,
  account: string,
  { from, to, now }: { from?: number | undefined; to?: number | undefined; now: number },
): string {
  const days = [from, to ?? now].filter((time) => time !== undefined).map(dayOf);
  return `svc-${kind}-${account.slice(0, ACCOUNT_CHARACTERS)}-${days.join("-")}.csv`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

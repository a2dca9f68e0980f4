/** The toast about the result of a write. In the browser only. */
import { wait } from "#components/data/wait.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { lastWriteShown } from "#components/trading/account-reads/shown-writes.ts";
import { notify } from "#components/ui/notify.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { outcomeOf } from "./outcome.ts";
import { isPlacing, type Settlement, type WriteKind } from "./write-types.ts";

/** The venue's history of fills follows its answers to orders: at first it may lack the newest. */
const PAUSES_MS = [0, 300, 1_000, 3_000] as const;

/** Writes whose form shows the result in this page. */
const shownElsewhere = new Set<string>();

/** The result of this write is no toast in this page; it is kept under the bell as others are. */
export function showElsewhere(digest: string): void {
  shownElsewhere.add(digest);
}

/** Says how a write ended at once, and what it earned as soon as all of its fills are read. */
export async function announceResult(
  { write, result }: Pick<Settlement, "write" | "result">,
  pause: (milliseconds: number) => Promise<void> = wait,
): Promise<void> {
  const { tone, text } = outcomeOf(write, result);
  // What went wrong is said twice.
  const quiet = shownElsewhere.delete(write.digest) && tone !== "bad";
  const notice = { tone, text, key: `write ${write.digest}`, quiet };
  notify({ ...notice, detail: write.summary });
  if (result.state !== "accepted" || !mayTrade(write.kind)) return;
  const pnl = await resultOfAll(write.account, result.orders.filter(hasFilled), pause);
  if (pnl === undefined || pnl === 0n) return;
  const earned = clientText("orders")("newsResult", { pnl: clientFormat().signedMoney(pnl) });
  notify({ ...notice, detail: `${write.summary} · ${earned}` });
}

function mayTrade(kind: WriteKind): boolean {
  return kind === "modify" || isPlacing(kind);
}

async function resultOfAll(
  account: string,
  orders: readonly OrderRecord[],
  pause: (milliseconds: number) => Promise<void>,
): Promise<bigint | undefined> {
  if (orders.length === 0) return undefined;
  const results = await import("./order-result.ts").catch(() => undefined);
  // By then the account's stream has sent the fills, where there is one.
  await lastWriteShown();
  if (results === undefined) return undefined;
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs);
    const amounts = await Promise.all(
      orders.map((order) => results.readOrderResult(account, order)),
    );
    const known = amounts.filter((one) => one !== undefined);
    if (known.length === orders.length) return known.reduce((sum, one) => sum + one, 0n);
  }
  return undefined;
}

function hasFilled({ filled_size }: OrderRecord): boolean {
  return /[1-9]/.test(filled_size);
}

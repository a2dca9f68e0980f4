/** A message of what has come to wait for the person's approval. In the browser only. */
import type { Route } from "next";
import { readJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import { APPROVALS, type StagedOrder, type StagedOrderPage } from "./staged-order.ts";
import { summaryOf } from "./summary.ts";
import { firstWordsOf, isToldOf } from "./told.ts";
import type { Waiting } from "./waiting-poll.ts";

/** One message, of all that are new. Who has them, or the list that they are in, on the screen is not told. */
export async function tell({ count, newest }: Waiting, path: string): Promise<void> {
  if (newest === null || isToldOf(newest.id)) return;
  const waiting = count > 1 ? await allThatWait() : [];
  // The list may have been read before the newest one came to it, or not at all.
  const orders = [newest, ...waiting.filter(({ id }) => id !== newest.id)];
  const words = firstWordsOf(orders.map(({ id }) => id));
  if (path === "/approvals") return;
  const news = orders.filter(({ id }) => words.includes(id) && path !== `/approvals/${id}`);
  const [first, ...more] = news;
  if (first === undefined) return;
  const text = clientText("approvals");
  if (more.length > 0) {
    notify({
      tone: "neutral",
      text: text("newWaiting", { count: news.length }),
      link: { href: "/approvals" as Route, text: text("review") },
    });
    return;
  }
  notify({
    tone: "neutral",
    text: text("toast", { name: isolated(first.source.name) }),
    detail: summaryOf(first),
    link: { href: `/approvals/${first.id}` as Route, text: text("review") },
  });
}

async function allThatWait(): Promise<readonly StagedOrder[]> {
  const answer = await readJson(`${APPROVALS}?state=waiting`);
  return answer.ok ? (answer.body as StagedOrderPage).orders : [];
}

/** Shows a toast for each order that begins to wait for the user's approval. In the browser only. */
import type { Route } from "next";
import { readJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { proposalSummary } from "#components/i18n/order-summary.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import type {
  StagedOrder,
  StagedOrderPage,
  WaitingOrders,
} from "#lib/protocol/wire/staged-order.ts";
import { APPROVALS } from "./staged-order.ts";

/** The orders that this browser has announced: each is announced once, in the first tab that polls. */
const ANNOUNCED_KEY = "svc.approvals.told";
/** No more orders than these can wait at a time. */
const MAX_ANNOUNCED = 20;

/** What this page announced, for a browser without storage. */
let announcedByPage: readonly string[] = [];

/** One toast for all new orders; none for orders that the page at `path` shows already. */
export async function showApprovalToast(
  { count, newest }: WaitingOrders,
  path: string,
): Promise<void> {
  if (newest === null || readAnnounced().includes(newest.id)) return;
  const waiting = count > 1 ? await readWaiting() : [];
  // The list may have been read before the newest order was added, or not at all.
  const orders = [newest, ...waiting.filter(({ id }) => id !== newest.id)];
  const unannounced = markAnnounced(orders.map(({ id }) => id));
  if (path === "/approvals") return;
  const shown = orders.filter(({ id }) => unannounced.includes(id) && path !== `/approvals/${id}`);
  const [first, ...more] = shown;
  if (first === undefined) return;
  const text = clientText("notifications");
  if (more.length > 0) {
    notify({
      tone: "neutral",
      text: text("newWaiting", { count: shown.length }),
      link: { href: "/approvals", text: text("review") },
    });
    return;
  }
  notify({
    tone: "neutral",
    text: text("proposal", { name: isolated(first.source.name) }),
    detail: proposalSummary(first),
    link: { href: `/approvals/${first.id}` as Route, text: text("review") },
  });
}

async function readWaiting(): Promise<readonly StagedOrder[]> {
  const answer = await readJson<StagedOrderPage>(`${APPROVALS}?state=waiting`);
  return answer.ok ? answer.body.orders : [];
}

/** Records these orders as announced and returns those that were not announced before. */
export function markAnnounced(ids: readonly string[]): string[] {
  const announced = readAnnounced();
  const added = ids.filter((id) => !announced.includes(id));
  if (added.length === 0) return [];
  announcedByPage = [...added, ...announced].slice(0, MAX_ANNOUNCED);
  try {
    localStorage.setItem(ANNOUNCED_KEY, JSON.stringify(announcedByPage));
  } catch {
    // Without storage each page announces the order once.
  }
  return added;
}

function readAnnounced(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ANNOUNCED_KEY) ?? "[]");
    const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
    return [...new Set([...announcedByPage, ...ids])];
  } catch {
    return announcedByPage;
  }
}

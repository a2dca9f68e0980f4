/** Whether this browser has seen anything of an account that news could be about. Apart from their code, which few visits need. */
import { readOf } from "#components/trading/account-reads/account-store.ts";

/** In `localStorage`: the orders that were seen last, and their account. */
export const SEEN_ORDERS = "svc.seen-orders";

/** True with open orders or positions, now or when a page of this browser was last open. */
export function mayHaveNews(account: string): boolean {
  const { data: orders = [] } = readOf(account, "orders");
  const { data: positions = [] } = readOf(account, "positions");
  if (orders.length > 0 || positions.length > 0) return true;
  try {
    return localStorage.getItem(SEEN_ORDERS) !== null;
  } catch {
    return false;
  }
}

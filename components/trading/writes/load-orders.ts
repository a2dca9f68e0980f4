/**
 * Loads the code that signs and sends orders and follows them to their end: it comes with a session, not with the page.
 */
import type { orderDesk as Desk } from "./order-desk.ts";
import type { Write } from "./write-types.ts";

export type OrderDesk = typeof Desk;

const NONE: readonly Write[] = [];
const RETRY_MS = 5_000;

let desk: OrderDesk | undefined;
let loading: Promise<OrderDesk> | undefined;
const listeners = new Set<() => void>();

/** In a browser only. Rejects when the code can not be loaded; the next call tries again. */
export function loadOrderDesk(): Promise<OrderDesk> {
  loading ??= import("./order-desk.ts").then(({ orderDesk: loaded }) => {
    desk = loaded;
    loaded.onWrites(tell);
    tell();
    return loaded;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Writes of all accounts; the same array until something changes. None before the first session. */
export function writesNow(): readonly Write[] {
  return desk?.writesNow() ?? NONE;
}

export function noWrites(): readonly Write[] {
  return NONE;
}

export function onWrites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Finds out what became of this account's writes, also of those that were under way when the last page closed, until the
 * returned function is called. What can not be loaded is tried again: an order may be waiting to be looked for.
 */
export function followWrites(account: string | undefined): () => void {
  if (account === undefined) {
    desk?.setReader(undefined);
    return () => undefined;
  }
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    loadOrderDesk().then(
      ({ setReader }) => {
        if (!gone) setReader(account);
      },
      () => {
        if (!gone) timer = setTimeout(load, RETRY_MS);
      },
    );
  };
  load();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The account's price alerts in this page, for the chart and the dialog. */
import { type Answer, readJson } from "#components/data/http.ts";
import { RepeatedRead } from "#components/data/repeated-read.ts";
import { write } from "#components/data/write.ts";
import { createStore } from "#components/ui/store.ts";
import type { AlertMode } from "#lib/protocol/market-knowledge.ts";
import type { PriceAlert, PriceAlertList } from "#lib/protocol/wire/price-alerts.ts";

const ADDRESS = "/api/v1/price-alerts";

export type AlertList = {
  /** `undefined`: not read yet. */
  results: readonly PriceAlert[] | undefined;
  most: number;
  /** The last read failed; `results` are then older than they should be. */
  isStale: boolean;
};

export type AlertTerms = {
  market: string;
  /** A decimal. */
  price: string;
  mode?: AlertMode;
  note?: string | null;
};

const UNREAD: AlertList = { results: undefined, most: 0, isStale: false };

export const alertList = createStore<AlertList>(UNREAD);

/** The alert that the open dialog deleted last. `null`: none yet. `undefined`: the dialog is closed. */
export const deletedInDialog = createStore<PriceAlert | null | undefined>(undefined);

const reading = new RepeatedRead();

export function readAlerts(): Promise<void> {
  return reading.begin(
    (signal) => readJson<PriceAlertList>(ADDRESS, signal),
    (answer) => {
      const known = alertList.get();
      alertList.set(answer.ok ? { ...answer.body, isStale: false } : { ...known, isStale: true });
    },
  );
}

/** Call it when the account signs out. */
export function forgetAlerts(): void {
  reading.drop();
  alertList.set(UNREAD);
}

export async function createAlert(terms: AlertTerms): Promise<Answer<PriceAlert>> {
  const answer = await write<PriceAlert>("POST", ADDRESS, terms);
  if (answer.ok) change((all) => [answer.body, ...all]);
  return answer;
}

export async function changeAlert(id: string, mode: AlertMode): Promise<Answer<PriceAlert>> {
  const answer = await write<PriceAlert>("PATCH", `${ADDRESS}/${id}`, { mode });
  if (answer.ok) change((all) => all.map((one) => (one.id === id ? answer.body : one)));
  return answer;
}

/** An alert that is gone already, because it has fired, leaves the list as well. */
export async function deleteAlert(id: string): Promise<Answer> {
  const answer = await write("DELETE", `${ADDRESS}/${id}`);
  const isGone = answer.ok || answer.code === "PRICE_ALERT_NOT_FOUND";
  if (isGone) change((all) => all.filter((one) => one.id !== id));
  return answer;
}

/** A read that is under way may be older than this change. */
function change(next: (all: readonly PriceAlert[]) => readonly PriceAlert[]): void {
  const known = alertList.get();
  if (known.results === undefined || reading.isUnderWay) void readAlerts();
  alertList.set({ ...known, results: next(known.results ?? []) });
}

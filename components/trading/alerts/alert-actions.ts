/** Sets, changes and deletes price alerts, and says what came of it; what was done can be undone. */

import { failureText } from "#components/data/failure-text.ts";
import type { Failure } from "#components/data/http.ts";
import { clientFormat } from "#components/i18n/client-text.ts";
import type { Locale } from "#components/i18n/locales.ts";
import { textOf } from "#components/i18n/translate.ts";
import type english from "#components/trading/messages/en/price-alerts.ts";
import { notify } from "#components/ui/notify.ts";
import type { AlertMode } from "#lib/protocol/market-knowledge.ts";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import {
  type AlertTerms,
  changeAlert,
  createAlert,
  deleteAlert,
  deletedInDialog,
} from "./alert-list.ts";
import { loadAlertTexts } from "./alert-texts.ts";

/** @returns whether the alert was set */
export async function setAlert(terms: AlertTerms, locale: Locale): Promise<boolean> {
  const answer = await createAlert(terms);
  if (!answer.ok) {
    say(answer);
    return false;
  }
  const alert = answer.body;
  if (deletedInDialog.get() !== undefined) deletedInDialog.set(null);
  const undo = () => void removeAlert(alert, locale);
  await report("notified", { alert, undo, locale });
  return true;
}

export async function removeAlert(alert: PriceAlert, locale: Locale): Promise<void> {
  const answer = await deleteAlert(alert.id);
  if (!answer.ok) return say(answer);
  // A toast would lie behind the dialog, where its Undo cannot be pressed.
  if (deletedInDialog.get() !== undefined) return deletedInDialog.set(alert);
  const undo = () => void restoreAlert(alert, locale);
  await report("deleted", { alert, undo, locale });
}

/** Sets a deleted alert anew. */
export function restoreAlert(
  { market, price, mode, note }: PriceAlert,
  locale: Locale,
): Promise<boolean> {
  return setAlert({ market, price, mode, note }, locale);
}

export async function switchAlert(alert: PriceAlert, mode: AlertMode): Promise<void> {
  const answer = await changeAlert(alert.id, mode);
  if (!answer.ok) say(answer);
}

function say(failure: Failure): void {
  notify({ tone: "bad", text: failureText(failure), keep: false });
}

type Report = { alert: PriceAlert; undo: () => void; locale: Locale };

async function report(
  what: "notified" | "deleted",
  { alert, undo, locale }: Report,
): Promise<void> {
  const { priceAlerts } = await loadAlertTexts(locale);
  if (priceAlerts === undefined) return;
  const text = textOf<typeof english>(priceAlerts, locale);
  const { market, price, direction } = alert;
  const values = { market, price: clientFormat().grouped(price) };
  notify({
    tone: what === "notified" ? "good" : "neutral",
    text: what === "notified" ? text("notified", values) : text("deleted", values),
    ...(what === "notified" && { detail: text(direction) }),
    action: { text: text("undo"), run: undo },
    key: "price-alert",
  });
}

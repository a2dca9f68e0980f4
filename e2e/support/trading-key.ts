/** The key in this browser that signs orders in place of the wallet. */
import type { Page } from "@playwright/test";
import { signButton } from "./orders.ts";
import { expect } from "./test.ts";

export const keyRow = (page: Page) => page.getByRole("region", { name: "One-click trading" });
export const confirmButton = (page: Page) =>
  page.getByRole("button", { name: "Confirm", exact: true });

/** A trading key's panel shows the signed fields on demand: there is no wallet to compare them with. */
export async function showWhatYouSign(page: Page): Promise<void> {
  await page.getByRole("dialog").getByText("What you sign", { exact: true }).click();
}

/** Creates a trading key with one signature of the wallet. */
export async function turnOnTradingKey(page: Page): Promise<void> {
  await keyRow(page).getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: /^Create (trading|new) key/ }).click();
  await signButton(page).click();
  await expect(keyRow(page)).toContainText("One-click on");
}

/** Orders below this value go out without a review, from the next page on. */
export async function skipReviewUnder(page: Page, limit: string): Promise<void> {
  await page.addInitScript(
    (stored) => {
      localStorage.setItem("svc.preference.ticket.ask", stored);
    },
    JSON.stringify({ mode: "never-under", limit }),
  );
}

/** Whether this browser still has the private half of a key. */
export function holdsPrivateKey(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
      });
    const database = await done(indexedDB.open("trading-key"));
    const records = await done(database.transaction("keys").objectStore("keys").getAll());
    database.close();
    return (records as { privateKey?: unknown }[]).some(({ privateKey }) => privateKey);
  });
}

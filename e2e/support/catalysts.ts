/** Events of the simulated world, and what the service found in it. */
import { expect, type Page } from "@playwright/test";
import type { MoveList } from "#lib/protocol/wire/moves.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";

export async function causeEvent(
  { sandbox }: Endpoints,
  event: Record<string, unknown>,
): Promise<void> {
  const response = await fetch(`${sandbox}/story/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
  });
  expect(response.ok, await response.text()).toBe(true);
}

/** Opens the page of the newest move. */
export async function openNewestMove(page: Page, { app }: Endpoints): Promise<void> {
  const answer = await page.request.get(`${app}/api/public/moves?limit=1`);
  const { results } = (await answer.json()) as MoveList;
  await page.goto(`${app}/catalysts/moves/${results[0]?.id ?? ""}`);
  await expect(page.locator("main [data-verdict]")).toBeVisible();
}

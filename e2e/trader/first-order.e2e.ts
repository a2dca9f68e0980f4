/** The first minutes of a newcomer: from the link that `npm start` prints to a filled order. */
import type { Locator } from "@playwright/test";
import {
  demoPrompt,
  expect,
  MARKET_PATH,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";

test("a demo link leads to a filled order with one-click trading in six presses, and to the partner page in one", async ({
  quietPage: page,
  newWallet,
}) => {
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await page.goto(`${MARKET_PATH}#demo=${newWallet.seed}`);
  const setup = page.getByRole("dialog", { name: "Set up trading" });
  await expect(setup).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await press(setup.getByRole("button", { name: "Continue" }));
  // The wallet is asked for trading, then for the key; the panel behind shows what each signs.
  for (const operation of ["create_api_key", "register_signer"]) {
    await expect(page.getByRole("region", { name: "What you sign" })).toContainText(operation);
    await press(demoPrompt(page).getByRole("button", { name: "Approve" }));
  }
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("10,000");
  await press(ticket(page).getByRole("radio", { name: "Market" }));
  await press(ticket(page).getByRole("button", { name: /^25%/ }));
  await press(ticket(page).getByRole("button", { name: /^Buy .*BTC/ }));
  await expect(ticket(page).getByText(/^Bought .* BTC at /)).toBeVisible();
  expect(presses).toBe(6);

  await page.getByRole("banner").getByRole("link", { name: "Partner" }).click();
  await expect(page).toHaveURL(/\/partner$/);
});

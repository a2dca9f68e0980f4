/** Drawings on the chart: by mouse, by finger and by keys, kept by the browser, and as a file. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, MARKET_PATH, seriousProblems, test } from "#e2e/support/trading-page.ts";

const chart = (page: Page) => page.getByRole("application", { name: /BTCUSDC/ });
const tools = (page: Page) => page.getByRole("toolbar", { name: "Drawing tools" });
const drawings = (page: Page) => page.getByRole("list", { name: "Drawings" }).getByRole("button");

async function openChart(page: Page): Promise<void> {
  await page.goto(MARKET_PATH);
  await expect(chart(page)).toHaveAttribute("data-last-bar", /start/);
}

/** A point of the chart, by its shares of width and height. */
async function point(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await chart(page).boundingBox())!;
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [a, b] = [await point(page, ...from), await point(page, ...to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

async function importFile(page: Page, content: string): Promise<void> {
  const buffer = Buffer.from(content);
  const file = { name: "drawings.json", mimeType: "application/json", buffer };
  await page.locator("[data-drawing-file]").setInputFiles(file);
}

async function exported(page: Page): Promise<string> {
  await page.getByRole("button", { name: "More drawing options" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export to a file" }).click();
  return readFile(await (await saving).path(), "utf8");
}

const texts = (list: Locator) => list.allTextContents();

test("drawings are made, moved, undone, kept, exported and imported, by mouse and by keys", async ({
  quietPage: page,
}) => {
  await openChart(page);
  await page.getByRole("button", { name: "Drawing tools" }).click();

  await test.step("a trend line by two presses, a rectangle by one that is drawn out", async () => {
    await tools(page).getByRole("button", { name: "Trend line" }).click();
    for (const [x, y] of [
      [0.3, 0.6],
      [0.6, 0.4],
    ] as const) {
      const at = await point(page, x, y);
      await page.mouse.click(at.x, at.y);
    }
    await expect(drawings(page)).toHaveCount(1);
    await tools(page).getByRole("button", { name: "Rectangle" }).click();
    await drag(page, [0.65, 0.12], [0.8, 0.25]);
    await expect(drawings(page)).toHaveCount(2);
  });

  await test.step("moved whole and by a point, and undone", async () => {
    const [line] = await texts(drawings(page));
    await drag(page, [0.45, 0.5], [0.45, 0.55]);
    await expect(drawings(page).first()).not.toHaveText(line!);
    const [moved] = await texts(drawings(page));
    await drag(page, [0.6, 0.45], [0.65, 0.6]);
    await expect(drawings(page).first()).not.toHaveText(moved!);
    await page.keyboard.press("Control+z");
    await expect(drawings(page).first()).toHaveText(moved!);
    await page.keyboard.press("Control+z");
    await expect(drawings(page).first()).toHaveText(line!);
    await page.keyboard.press("Control+Shift+z");
    await expect(drawings(page).first()).toHaveText(moved!);
  });

  await test.step("by keys: placed, moved by ticks, deleted, brought back", async () => {
    await tools(page).getByRole("button", { name: "Horizontal line" }).press("Enter");
    await expect(drawings(page)).toHaveCount(3);
    const [, , level] = await texts(drawings(page));
    await drawings(page).nth(2).focus();
    await page.keyboard.press("Shift+ArrowUp");
    await expect(drawings(page).nth(2)).not.toHaveText(level!);
    await page.keyboard.press("Delete");
    await expect(drawings(page)).toHaveCount(2);
    await page.keyboard.press("Control+z");
    await expect(drawings(page)).toHaveCount(3);
    expect(await seriousProblems(page)).toEqual([]);
  });

  await test.step("kept over a reload and at another interval", async () => {
    const before = await texts(drawings(page));
    await page.reload();
    await expect(drawings(page)).toHaveText(before);
    await page.getByRole("radio", { name: "1h", exact: true }).click();
    await expect(drawings(page)).toHaveText(before);
    await page.getByRole("radio", { name: "1m", exact: true }).click();
  });

  await test.step("exported; a file that is not valid changes nothing; imported", async () => {
    const before = await texts(drawings(page));
    const file = await exported(page);
    expect((JSON.parse(file) as { drawings: unknown[] }).drawings).toHaveLength(3);
    await importFile(page, file.slice(0, -20));
    await expect(page.getByText("This file is not valid JSON.")).toBeVisible();
    await importFile(page, file.replace('"rectangle"', '"circle"'));
    await expect(page.getByText("Drawing 2 of this file is not valid.")).toBeVisible();
    await expect(drawings(page)).toHaveText(before);
    await page.getByRole("button", { name: "More drawing options" }).click();
    await page.getByRole("menuitem", { name: "Delete all drawings" }).click();
    await expect(drawings(page)).toHaveCount(0);
    await importFile(page, file);
    await expect(drawings(page)).toHaveText(before);
  });
});

test("by a finger: the tools come from the chart's menu, a tap selects, and only what is selected moves", async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openChart(page);
  await page.getByRole("button", { name: "More chart options" }).tap();
  await page.getByRole("menuitemcheckbox", { name: "Drawing tools" }).tap();
  await tools(page).getByRole("button", { name: "Horizontal line" }).tap();
  const at = await point(page, 0.5, 0.5);
  await page.touchscreen.tap(at.x, at.y);
  await expect(drawings(page)).toHaveCount(1);
  const [level] = await texts(drawings(page));

  const client = await context.newCDPSession(page);
  const swipe = async (y: number) => {
    const move = (type: "touchStart" | "touchMove" | "touchEnd", to: number) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: at.x, y: to }],
      });
    await move("touchStart", at.y);
    await move("touchMove", (at.y + y) / 2);
    await move("touchMove", y);
    await move("touchEnd", y);
  };
  await swipe(at.y + 40);
  await expect(drawings(page).first()).not.toHaveText(level!);
  const [moved] = await texts(drawings(page));

  // Beside it: the selection ends, and a swipe over it moves the chart only.
  const beside = await point(page, 0.2, 0.25);
  await page.touchscreen.tap(beside.x, beside.y);
  await expect(page.getByRole("toolbar", { name: "Selected drawing" })).toHaveCount(0);
  await swipe(at.y + 80);
  await expect(drawings(page).first()).toHaveText(moved!);
  await context.close();
});

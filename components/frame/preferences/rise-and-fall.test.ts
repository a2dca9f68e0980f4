/**
 * The user chooses whether a rise is red or green, so an error in the colour of a fall could be green. Only sides,
 * price changes, profit and loss may use these colours: the list has each file that does, with the reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const RISE_AND_FALL: Readonly<Record<string, string>> = {
  "components/trading/tables/figures.tsx": "side of an order or fill",
  "components/trading/positions/position-cells.tsx": "side of a position",
  "components/trading/account/portfolio/open-positions.tsx": "side of a position",
  "components/trading/account/portfolio/pnl-calendar.tsx": "PnL of a day",
  "components/assistants/approvals/approval-page.tsx": "side of a proposed order",
  "components/trading/chart/series/colours.ts": "candles and lines of orders",
  "components/trading/chart/series/legend-writer.ts": "a bar rose or fell",
  "components/trading/chart/lines/line-label.tsx": "profit of a position",
  "components/trading/chart/lines/line-name.ts": "side of an order",
  "components/i18n/figures.ts": "the sign of a change or of a profit",
  "components/catalysts/move/move-facts.tsx": "size of a price move",
  "components/catalysts/highlights/highlight-card.tsx": "which way a catalyst moves prices",
  "components/catalysts/parts/labels.tsx": "which way a catalyst moves prices",
  "components/signals/labels.tsx": "side of a signal",
  "components/signals/signal-picture.tsx": "target and invalidation",
  "components/catalysts/pictures/price-picture.tsx": "the price before and after an event",
  "components/catalysts/calendar/pictures/series-history.tsx":
    "what the price did after each release",
  "components/trading/book/ladder.tsx": "bids and asks, and their shares",
  "components/trading/book/trade-tape.tsx": "side of a trade",
  "components/trading/ticket/order-fields.tsx": "side of the order",
  "components/trading/chart/drawings/drawing-properties.tsx": "two colours of a drawing",
  "components/frame/preferences/theme-settings.tsx": "the sample of a rise and a fall",
  "components/trading/signing/receipt.tsx": "side of what is signed",
  "components/ui/button.tsx": "the tones `buy` and `sell`",
};

const PROPERTY = /--(?:up|down)\b/;
const CLASS =
  /\b(?:text|bg|border|fill|stroke|ring|outline|from|via|to|decoration|accent|caret|divide|shadow)(?:-[setblrxy])?-(?:up|down)\b/;

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const users = ["components", "app"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) => usesRiseOrFall(readFileSync(join(ROOT, path), "utf8"))),
);

function usesRiseOrFall(source: string): boolean {
  return PROPERTY.test(source) || CLASS.test(source);
}

it("only sides, prices, profit and loss use the colours of a rise and a fall", () => {
  expect(users.toSorted()).toEqual(Object.keys(RISE_AND_FALL).toSorted());
});

it("the button tones `buy` and `sell` are for sides, not for yes and no", () => {
  const button = readFileSync(join(ROOT, "components/ui/button.tsx"), "utf8");
  const tones = button.split("\n").filter(usesRiseOrFall);
  expect(tones.map((line) => line.trim().split(":")[0])).toEqual(["buy", "sell"]);
});

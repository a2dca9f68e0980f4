/** The icons of coins are files, and the browser's code names those that exist. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { CoinIcon } from "#components/ui/coin-icon.tsx";
import { LISTINGS } from "#services/venue/engine/listings.ts";

type Drawn = { type: string; props: { src?: string; alt?: string; children?: string } };
const drawn = (symbol: string | undefined) => CoinIcon({ symbol }) as Drawn;

it.each(LISTINGS.map(({ base_asset: { symbol } }) => symbol))(
  "the listed coin %s has an icon whose file exists",
  (symbol) => {
    const { type, props } = drawn(symbol);
    expect([type, props.alt]).toEqual(["img", ""]);
    expect(existsSync(`public${props.src}`)).toBe(true);
  },
);

it("a coin without an icon is drawn as its first letter, and an unknown one keeps the place", () => {
  expect(drawn("PEPE")).toMatchObject({ type: "span", props: { children: "P" } });
  expect(drawn(undefined)).toMatchObject({ type: "span", props: { children: undefined } });
});

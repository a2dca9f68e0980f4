import { expect, test } from "vitest";
import { CARD, drawCard } from "./_card.tsx";
import { cardOf } from "./_cards.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Width and height from the file's own header. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

test("a card is a PNG of the size that sites show whole, also with the longest code", async () => {
  const short = await drawCard({ code: "ada", link: "svc.example/r/ada" }, "dark");
  const code = "w".repeat(24);
  const link = `a-rather-long-name.example.com/r/${code}`;
  const long = await drawCard({ code, link }, "light");
  for (const png of [short, long]) {
    expect(png.slice(0, 8)).toEqual(PNG);
    expect(sizeOf(png)).toEqual(CARD);
  }
});

const SITE = { baseUrl: "https://svc.example", theme: "dark" } as const;

test("a card is drawn once, however often it is requested", async () => {
  const [one, two] = [cardOf("ada", SITE), cardOf("ada", SITE)];
  expect(one).toBe(two);
  expect(sizeOf(await one)).toEqual(CARD);
});

test("a light card is another image, and each look is kept", async () => {
  const [dark, light] = [cardOf("eve", SITE), cardOf("eve", { ...SITE, theme: "light" })];
  expect(await light).not.toEqual(await dark);
  expect(cardOf("eve", SITE)).toBe(dark);
  expect(cardOf("eve", { ...SITE, theme: "light" })).toBe(light);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import { PRODUCTION, PRODUCTION_NAMES } from "./processes.ts";

const document = readFileSync("SECURITY.md", "utf8");
const keys = document.split("\n").filter((line) => line.startsWith("| `"));

const HEX = "0123456789abcdef".repeat(4);
/** One of them is accepted by each setting that holds a secret. */
const SAMPLES = [
  HEX,
  ...["operator", "partner", "reader", "custody"].map((prefix) => `${prefix}_${HEX}`),
  ...["postgres", "https", "redis", "smtp"].map((protocol) => `${protocol}://host.example`),
  "A".repeat(43),
  "authorization=token",
];

const isSecret = (setting: z.ZodType): boolean =>
  SAMPLES.some((text) => setting.safeParse(text).data instanceof Secret);

test.each(PRODUCTION_NAMES)(
  "every secret of %s has a row that says what a stolen one can do",
  (name) => {
    const settings: [string, z.ZodType][] = Object.entries(PRODUCTION[name].settings.shape);
    const secrets = settings.filter(([, setting]) => isSecret(setting)).map(([setting]) => setting);
    expect(secrets.length).toBeGreaterThan(1);
    const missing = secrets.filter(
      (setting) => !keys.some((row) => row.split("|")[1]?.includes(`\`${setting}\``)),
    );
    expect(missing).toEqual([]);
  },
);

test("a row has a holder, a harm and a remedy", () => {
  for (const row of keys)
    expect(row.split("|").map((cell) => cell.trim() !== "")).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
});

test("every override of a dependency has its reason", () => {
  const { overrides } = JSON.parse(readFileSync("package.json", "utf8")) as { overrides: object };
  const missing = Object.keys(overrides).filter((name) => !document.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test("every promise names its test", () => {
  const [, promises = ""] = /^## What is promised$([^]*?)^Not promised/m.exec(document) ?? [];
  const bullets = promises.split(/^- /m).slice(1);
  expect(bullets.length).toBeGreaterThan(5);
  const without = bullets.filter((bullet) => !/^ {2}Tests?: `[\w/.-]+\.ts`/m.test(bullet));
  expect(without).toEqual([]);
});

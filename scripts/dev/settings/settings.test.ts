import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { SETTINGS_FILE, settingsDocument, settingsTable } from "./document.ts";

test("docs/settings.md matches the schemas (npm run settings)", () => {
  expect(readFileSync(SETTINGS_FILE, "utf8")).toBe(settingsDocument());
});

test("a row has the name, the default as it would appear in the environment, and the description", () => {
  const settings = z.object({
    PORT: z.coerce.number().default(3000).describe("Port of the app"),
    NAME: z.string().optional().describe("Name | title"),
    LIST: z.string().default("").describe("Names"),
    SECRET: z
      .string()
      .transform((value) => value.length)
      .describe("A secret"),
  });
  expect(settingsTable(settings).split("\n").slice(2)).toEqual([
    "| `PORT` | `3000` | Port of the app |",
    "| `NAME` |  | Name \\| title |",
    "| `LIST` | empty | Names |",
    "| `SECRET` | **required** | A secret |",
  ]);
});

test("a setting without a description is an error", () => {
  expect(() => settingsTable(z.object({ PORT: z.string() }))).toThrow("PORT has no description");
});

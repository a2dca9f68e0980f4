import { existsSync, readFileSync } from "node:fs";
import { RuleTester } from "oxlint/plugins-dev";
import { describe, expect, it, test } from "vitest";
import { SLEEPING } from "./sleeping.ts";
import waiting from "./waiting.ts";

RuleTester.describe = describe;
RuleTester.it = it;

const rules = new RuleTester();
const { "no-sleep": noSleep, "no-short-limit": noShortLimit } = waiting.rules;
const one = (code: string) => ({ code, errors: 1 });

rules.run("a test does not sleep", noSleep, {
  valid: [
    "await vi.waitFor(() => expect(answers).toHaveLength(1));",
    "timers.setTimeout(fire, 20);",
    'import { setImmediate } from "node:timers/promises";',
  ],
  invalid: [
    "await new Promise((resolve) => setTimeout(resolve, 20));",
    'import { setTimeout as sleep } from "node:timers/promises";',
    'import { setImmediate, scheduler } from "timers/promises";',
    'import * as timers from "node:timers/promises";',
  ].map(one),
});

rules.run("no limit ends a test before two minutes", noShortLimit, {
  valid: [
    'test("a", () => {}, 120_000);',
    'test("a", { timeout: 240_000 }, () => {});',
    "await vi.waitFor(check, { interval: 5 });",
    "history.add(message, 1_000);",
  ],
  invalid: [
    'test("a", () => {}, 60_000);',
    'test.skipIf(isAbsent)("a", () => {}, 5_000);',
    'describe("a", { timeout: 20_000 }, () => {});',
    "beforeAll(start, 20_000);",
    "await vi.waitFor(check, 10_000);",
    "await vi.waitUntil(check, { timeout: 20_000, interval: 5 });",
    "await expect.poll(read, { timeout: 5_000 }).toBe(1);",
  ].map(one),
});

test.each(SLEEPING)("%s is there and still sleeps", (file) => {
  expect(existsSync(file) && readFileSync(file, "utf8")).toMatch(/\bsetTimeout\b/);
});

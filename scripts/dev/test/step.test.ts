import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FAILED, PASSED } from "./counts.ts";
import { HeldOutput } from "./held-output.ts";
import { runSteps, type Step } from "./step.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  const keep = (text: unknown): void => void lines.push(String(text));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
});
afterEach(() => vi.restoreAllMocks());

test("a step begins beside the step that it names, in order, and all is stopped before the summary", async () => {
  const events: string[] = [];
  const step = (name: string, beside?: string): Step => ({
    name,
    title: name,
    run: async () => {
      events.push(`${name} runs`);
      return PASSED;
    },
    ...(beside && { early: { beside, begin: () => void events.push(`${name} begins`) } }),
  });
  const end = async (): Promise<void> => void events.push("end");
  const steps = [step("types"), step("unit"), step("build", "unit"), step("journeys", "absent")];
  expect(await runSteps(steps, end)).toBe(true);
  expect(events).toEqual([
    "types runs",
    "build begins",
    "unit runs",
    "build runs",
    "journeys runs",
    "end",
  ]);
  expect(lines.at(-1)).toBe("4 passed, 0 failed");
});

test("a step that fails or throws does not keep the others from running, and is named in the summary", async () => {
  const failures = Array.from({ length: 22 }, (_, index) => `test ${index}`);
  const steps: Step[] = [
    {
      name: "a",
      title: "A",
      run: async () => ({ passed: 1, failed: 22, skipped: 1, failures }),
    },
    { name: "b", title: "B", run: async () => Promise.reject(new Error("no browser")) },
    { name: "c", title: "C", run: async () => FAILED },
    { name: "d", title: "D", run: async () => PASSED },
  ];
  expect(await runSteps(steps, async () => undefined)).toBe(false);
  expect(lines).toContain("no browser");
  expect(lines).toContain("FAILED  A: 1 passed, 22 failed, 1 skipped");
  expect(lines).toContain("          test 19");
  expect(lines).not.toContain("          test 20");
  expect(lines).toContain("          … 2 more");
  expect(lines).toContain("ok      D: 1 passed, 0 failed");
  expect(lines.at(-1)).toBe("2 passed, 24 failed");
});

test("output is held back until it is shown, then passed on in order", () => {
  const output = new HeldOutput();
  const shown: string[] = [];
  output.write("one ");
  output.write("two ");
  expect(shown).toEqual([]);
  output.show((text) => shown.push(text));
  output.write("three");
  expect(shown.join("")).toBe("one two three");
});

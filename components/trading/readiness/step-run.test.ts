import { expect, test } from "vitest";
import { runStep } from "./step-run.ts";

test("a step ends, whatever breaks", async () => {
  const done: number[] = [];
  const act = async (code: number) => void done.push(code);
  expect(await runStep(() => Promise.resolve(1), act)).toBe("done");
  expect(await runStep(() => Promise.reject(new Error("offline")), act)).toBe("not-loaded");
  expect(
    await runStep(
      () => Promise.resolve(2),
      () => Promise.reject(new TypeError("no")),
    ),
  ).toBe("broken");
  expect(done).toEqual([1]);
});

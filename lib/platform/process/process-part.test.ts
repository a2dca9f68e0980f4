import { expect, test } from "vitest";
import { type PartContext, processPart, startParts } from "./process-part.ts";

const context = {} as PartContext;

function recorded(log: string[], name: string, failure?: Error) {
  return processPart(name, () => {
    if (failure) throw failure;
    log.push(`start ${name}`);
    return async () => void log.push(`stop ${name}`);
  });
}

test("parts start in order and stop in reverse, once", async () => {
  const log: string[] = [];
  const stop = await startParts([recorded(log, "a"), recorded(log, "b")], context);
  await stop();
  await stop();
  expect(log).toEqual(["start a", "start b", "stop b", "stop a"]);
});

test("a part that fails to start stops the parts before it, and no later part starts", async () => {
  const log: string[] = [];
  const failure = new Error("the port is taken");
  const parts = [recorded(log, "a"), recorded(log, "b", failure), recorded(log, "c")];
  await expect(startParts(parts, context)).rejects.toBe(failure);
  expect(log).toEqual(["start a", "stop a"]);
});

test("a part that this configuration does not use has nothing to stop", async () => {
  const part = processPart("mail", () => undefined);
  await part.start(context);
  await part.stop();
  expect(part.name).toBe("mail");
});

import { expect, it } from "vitest";
import type { Answer } from "./http.ts";
import { RepeatedRead } from "./repeated-read.ts";

const answer = (body: unknown): Answer => ({ ok: true, status: 200, body });

it("is under way until its answer is taken, so that a poll can wait for it", async () => {
  const reading = new RepeatedRead();
  const line = Promise.withResolvers<Answer>();
  const taken: Answer[] = [];
  expect(reading.isUnderWay).toBe(false);
  const done = reading.begin(
    () => line.promise,
    (one) => taken.push(one),
  );
  expect(reading.isUnderWay).toBe(true);
  line.resolve(answer(1));
  await done;
  expect(taken).toEqual([answer(1)]);
  expect(reading.isUnderWay).toBe(false);
});

it("takes the latest answer alone, and none after it was dropped", async () => {
  const reading = new RepeatedRead();
  const lines = [1, 2, 3].map(() => Promise.withResolvers<Answer>());
  const taken: Answer[] = [];
  const begun = lines.slice(0, 2).map((line) =>
    reading.begin(
      () => line.promise,
      (one) => taken.push(one),
    ),
  );
  lines[1]?.resolve(answer("new"));
  lines[0]?.resolve(answer("old"));
  await Promise.all(begun);
  expect(taken).toEqual([answer("new")]);
  const last = reading.begin(
    () => lines[2]!.promise,
    (one) => taken.push(one),
  );
  reading.drop();
  expect(reading.isUnderWay).toBe(false);
  lines[2]?.resolve(answer("late"));
  await last;
  expect(taken).toEqual([answer("new")]);
});

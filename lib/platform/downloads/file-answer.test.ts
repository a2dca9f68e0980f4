import { describe, expect, test } from "vitest";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { answerFile, fileHeaders, fileTime, madeAhead } from "./file-answer.ts";
import { downloadsOneAtATime } from "./one-at-a-time.ts";

const HEADERS = fileHeaders({ type: "text/csv", name: "a.csv" });

/** A file whose parts the test releases, and whether another file could begin. */
function begin(
  made: AsyncIterator<string, void>,
  { leave = new AbortController(), method = "GET" } = {},
) {
  const downloads = downloadsOneAtATime();
  const download = downloads.begin("me");
  const request = new Request("http://a/", { method, signal: leave.signal });
  const answer = answerFile({ download, request, parts: made, headers: HEADERS });
  const isFree = () => {
    try {
      downloads.begin("me").end();
      return true;
    } catch {
      return false;
    }
  };
  return { answer, download, isFree };
}

const failing = (parts: string[], reason: Error) =>
  (async function* () {
    yield* parts;
    throw reason;
  })();

describe("a file", () => {
  test("is produced as it is read: no part is made before the previous one was taken", async () => {
    const made: number[] = [];
    const { answer } = begin(
      (async function* () {
        for (const part of [1, 2, 3]) {
          made.push(part);
          yield `part ${part};`;
        }
      })(),
    );
    const reader = (await answer).body!.getReader();
    expect(made).toEqual([1]);
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toBe("part 1;");
    expect(made).toEqual([1]);
    expect(await text()).toBe("part 2;");
    expect(made).toEqual([1, 2]);
    expect(await text()).toBe("part 3;");
    expect((await reader.read()).done).toBe(true);
  });

  test("that fails at its first part is an error, and frees the slot", async () => {
    const { answer, isFree } = begin(failing([], new ServiceError("NOT_A_PARTNER")));
    await expect(answer).rejects.toThrow(ServiceError);
    expect(isFree()).toBe(true);
  });

  test("that fails later is aborted, so that its reader does not take it for the whole", async () => {
    const { answer, isFree } = begin(failing(["a", "b"], new Error("the database has stopped")));
    const file = await answer;
    expect(file.status).toBe(200);
    expect(isFree()).toBe(false);
    await expect(file.text()).rejects.toThrow("the database has stopped");
    expect(isFree()).toBe(true);
  });

  test("stops being produced when its reader disconnects", async () => {
    const leave = new AbortController();
    const endless = (async function* () {
      for (;;) yield "more";
    })();
    const { answer, download, isFree } = begin(endless, { leave });
    await answer;
    expect([download.signal.aborted, isFree()]).toEqual([false, false]);
    leave.abort();
    expect([download.signal.aborted, isFree()]).toEqual([true, true]);
  });

  test("stops being produced when its reader cancels", async () => {
    const { answer, download, isFree } = begin(failing(["a", "b"], new Error("not reached")));
    await (await answer).body!.cancel();
    expect([download.signal.aborted, isFree()]).toEqual([true, true]);
  });

  test("is not produced when only its headers are requested", async () => {
    const { answer, isFree } = begin(failing([], new Error("made")), { method: "HEAD" });
    const { status, headers, body } = await answer;
    expect([status, headers.get("content-type"), body]).toEqual([200, "text/csv", null]);
    expect(isFree()).toBe(true);
  });

  test("may be empty, and is neither cached nor compressed", async () => {
    const { answer, isFree } = begin(failing([], new Error("never")));
    await expect(answer).rejects.toThrow("never");
    const none = begin((async function* () {})());
    const file = await none.answer;
    expect(await file.text()).toBe("");
    expect([isFree(), none.isFree()]).toEqual([true, true]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "cache-control": "no-store, no-transform",
      "content-disposition": 'attachment; filename="a.csv"',
      "x-accel-buffering": "no",
    });
  });
});

test("exactly one part is produced ahead while one is read", async () => {
  const made: number[] = [];
  const ahead = madeAhead(
    (async function* () {
      for (const part of [1, 2, 3, 4]) {
        made.push(part);
        yield part;
      }
    })(),
  );
  const read: (number | undefined)[] = [];
  read.push((await ahead.next()).value ?? undefined);
  await Promise.resolve();
  expect([read, made]).toEqual([[1], [1, 2]]);
  for await (const part of ahead) read.push(part);
  expect(read).toEqual([1, 2, 3, 4]);
});

test("a failure ahead surfaces when its part is requested", async () => {
  const ahead = madeAhead(failing(["a"], new Error("too late")));
  expect(await ahead.next()).toEqual({ done: false, value: "a" });
  await expect(ahead.next()).rejects.toThrow("too late");
});

test("times in file names have no colons", () => {
  expect(fileTime(Date.UTC(2026, 0, 31, 12, 0, 5, 999))).toBe("20260131T120005Z");
});

describe("one file at a time", () => {
  const at = (time: { now: number }) => downloadsOneAtATime(() => time.now);

  test("makes the same owner's second file wait, but not another owner's", () => {
    const downloads = at({ now: 0 });
    const first = downloads.begin("me");
    expect(() => downloads.begin("me")).toThrow(ServiceError);
    downloads.begin("you");
    first.end();
    downloads.begin("me");
  });

  test("that is not read for 30 s frees its slot, and its end does not affect the next file", () => {
    const time = { now: 0 };
    const downloads = at(time);
    const slow = downloads.begin("me");
    time.now = 20_000;
    slow.taken();
    time.now = 49_999;
    expect(() => downloads.begin("me")).toThrow(ServiceError);
    time.now = 50_000;
    const next = downloads.begin("me");
    expect([slow.signal.aborted, next.signal.aborted]).toEqual([true, false]);
    slow.end();
    expect(() => downloads.begin("me")).toThrow(ServiceError);
  });
});

/** What the sandbox hears of visitors, and when. */
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listen } from "#lib/kernel/http/http-server.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { reportVisitors } from "./report-visitors.ts";

const heard: string[] = [];
const sandbox = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    heard.push(`${request.method} ${request.url} ${body}`);
    response.end("{}");
  });
});
let sandboxUrl: string;
beforeAll(async () => {
  const { port } = await listen(sandbox, { host: "127.0.0.1", port: 0, setting: "port" });
  sandboxUrl = `http://127.0.0.1:${port}`;
});
afterAll(() => sandbox.close());

test("the first visitor is told at once, and the last one's leaving within ten seconds", async () => {
  const timers = new ManualTimers(1_000_000);
  let streams = 0;
  const log = { warn: (what: unknown) => expect(what).toBeUndefined() };
  const report = reportVisitors({ sandboxUrl, openStreams: () => streams, timers, log });
  const pass = async (milliseconds: number): Promise<string | undefined> => {
    const before = heard.length;
    await timers.advance(milliseconds);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before));
    // The next report is planned once the sandbox has answered.
    await vi.waitFor(() => expect(timers.pending()).toEqual([10_000]));
    return heard.at(-1);
  };
  try {
    expect(await pass(10_000)).toBe('POST /visitors {"present":false}');
    report.note();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('POST /visitors {"present":true}'));
    await vi.waitFor(() => expect(timers.pending()).toEqual([10_000]));
    // A stream without further requests is a visitor.
    streams = 1;
    for (let passed = 0; passed < 70_000; passed += 10_000)
      expect(await pass(10_000)).toBe('POST /visitors {"present":true}');
    streams = 0;
    expect(await pass(10_000)).toBe('POST /visitors {"present":false}');
  } finally {
    await report.stop();
  }
  expect(timers.pending()).toEqual([]);
});

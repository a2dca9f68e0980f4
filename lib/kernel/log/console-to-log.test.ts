import { expect, test } from "vitest";
import { sendConsoleToLog } from "./console-to-log.ts";
import { createLogger } from "./log.ts";

const KEY = `svc_sk_${"ab".repeat(32)}`;

function console() {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger("app", "debug", { write: (line) => lines.push(JSON.parse(line)) });
  const target = { error() {}, warn() {}, info() {}, log() {}, debug() {} } as Console;
  sendConsoleToLog(log, target);
  return { target, lines };
}

test("a library's output becomes a log line, without a stranger's key", () => {
  const { target, lines } = console();
  target.error(new Error(`Received "${KEY}".`));
  target.error("⨯", new Error(`Received ${KEY}`), { given: KEY });
  target.log("Ready in %d ms", 12);
  target.warn({ header: KEY });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'Received "svc_sk_[secret]".'],
    [50, "⨯ { given: 'svc_sk_[secret]' }"],
    [30, "Ready in 12 ms"],
    [40, "{ header: 'svc_sk_[secret]' }"],
  ]);
  expect(JSON.stringify(lines)).not.toContain(KEY);
  expect(lines[1]).toMatchObject({ err: { message: "Received svc_sk_[secret]" } });
});

test("a log line contains neither the statement nor the values of a failed query", () => {
  const { target, lines } = console();
  const query = Object.assign(new Error("Failed query: select 1 params: ada@example.com"), {
    query: "select 1",
    params: ["ada@example.com"],
    cause: new Error("the connection ended"),
  });
  target.error(query);
  target.error("⨯", query, query);
  expect(lines.map(({ msg }) => msg)).toEqual([
    "Failed query: the connection ended",
    "⨯",
    "Failed query: the connection ended",
  ]);
  expect(JSON.stringify(lines)).not.toContain("ada@example.com");
});

test("a log line of a library has a limited length", () => {
  const { target, lines } = console();
  target.info("x".repeat(100_000));
  expect(String(lines[0]?.["msg"])).toHaveLength(4_000);
});

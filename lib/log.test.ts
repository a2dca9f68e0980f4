import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#lib/db/testing.ts";
import { createLogger } from "#lib/log.ts";

const SECRET = "an-encrypted-key";
const FAR_TOO_MUCH = `[${JSON.stringify({ note: "x".repeat(100_000), SECRET })}]`;

/** A logger, and what it wrote. */
function logger() {
  const lines: string[] = [];
  const log = createLogger("test", "info", { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

async function failureOf(statement: ReturnType<typeof sql>): Promise<Error> {
  const db = await testDatabase();
  try {
    await db.execute(statement);
  } catch (thrown) {
    return thrown as Error;
  } finally {
    await db.$client.end();
  }
  throw new Error("it did not fail");
}

test.each([
  ["a table that is not there", sql`INSERT INTO nowhere VALUES (${SECRET}, ${FAR_TOO_MUCH})`],
  ["a value that does not fit", sql`SELECT ${SECRET}::text, ${SECRET}::integer, ${FAR_TOO_MUCH}`],
  [
    "a row that is there already",
    sql`INSERT INTO mark_bar_heads (market, open_second, open_bars, mark_at, fill_id, fill_at)
      SELECT ${SECRET}, 1, to_json(${FAR_TOO_MUCH}::text), 1, 1, 1 FROM generate_series(1, 2)`,
  ],
])(
  "no value of a failed statement reaches the log, and what failed does: %s",
  async (_, statement) => {
    const failure = await failureOf(statement);
    const { log, lines } = logger();
    log.error({ err: failure, path: "/p" }, "request failed");
    log.warn({ err: new Error("the step failed", { cause: failure }) });
    log.warn(failure);
    log.info({ err: failure });
    log.error({ err: new AggregateError([failure], "two") }, "all failed");
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(line).not.toContain(SECRET);
      expect(line.length).toBeLessThan(10_000);
      expect(line).toContain((failure.cause as { code: string }).code);
    }
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: "request failed", path: "/p" });
  },
);

test("an error says its type, text, code, status and where it came from", () => {
  const { log, lines } = logger();
  const err = Object.assign(new RangeError("too far"), { code: "FAR", status: 503, extra: SECRET });
  log.warn({ err }, "it failed");
  log.warn({ err });
  log.warn({ err: "a text" }, "text");
  log.info("plain");
  const [entry, untold, text, plain] = lines.map((line) => JSON.parse(line));
  expect(entry.err).toMatchObject({ type: "RangeError", message: "too far", code: "FAR" });
  expect(entry.err).toMatchObject({ status: 503, stack: expect.stringContaining("log.test.ts") });
  expect(entry.msg).toBe("it failed");
  expect(untold.msg).toBe("too far");
  expect([text.err, text.msg, plain.msg]).toEqual(["a text", "text", "plain"]);
  expect(lines.join()).not.toContain(SECRET);
});

test("a field that is named like a credential is not written", () => {
  const { log, lines } = logger();
  log.info({ token: SECRET, headers: { authorization: SECRET }, a: { b: { key: SECRET } } }, "x");
  expect(lines.join()).not.toContain(SECRET);
});

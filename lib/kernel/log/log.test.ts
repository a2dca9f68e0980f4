import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { createLogger } from "./log.ts";

const SECRET = "an-encrypted-key";
/** A check of each pair of 200,000 characters would take longer on any machine; a line takes some milliseconds. */
const QUADRATIC_MS = 10_000;
const FAR_TOO_MUCH = `[${JSON.stringify({ note: "x".repeat(100_000), SECRET })}]`;

/** A logger and its output. */
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
  ["a missing table", sql`INSERT INTO nowhere VALUES (${SECRET}, ${FAR_TOO_MUCH})`],
  ["a value that does not fit", sql`SELECT ${SECRET}::text, ${SECRET}::integer, ${FAR_TOO_MUCH}`],
  [
    "a duplicate row",
    sql`INSERT INTO mark_bar_heads (market, open_second, open_bars, mark_at, fill_id, fill_at)
      SELECT ${SECRET}, 1, to_json(${FAR_TOO_MUCH}::text), 1, 1, 1 FROM generate_series(1, 2)`,
  ],
])(
  "a failed statement is logged with its reason and without any value: %s",
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

test("an error is logged with its type, text, code, status and place", () => {
  const { log, lines } = logger();
  const err = Object.assign(new RangeError("too far"), { code: "FAR", status: 503, extra: SECRET });
  log.warn({ err }, "it failed");
  log.warn({ err });
  log.warn({ err: "a text" }, "text");
  log.info("plain");
  const [entry, withoutMessage, text, plain] = lines.map((line) => JSON.parse(line));
  expect(entry.err).toMatchObject({ type: "RangeError", message: "too far", code: "FAR" });
  expect(entry.err).toMatchObject({
    status: 503,
    stack: expect.stringContaining("log.test.ts"),
  });
  expect(entry.msg).toBe("it failed");
  expect(withoutMessage.msg).toBe("too far");
  expect([text.err, text.msg, plain.msg]).toEqual(["a text", "text", "plain"]);
  expect(lines.join()).not.toContain(SECRET);
});

test("a field that is named like a credential is not logged", () => {
  const { log, lines } = logger();
  log.info({ token: SECRET, headers: { authorization: SECRET }, a: { b: { key: SECRET } } }, "x");
  expect(lines.join()).not.toContain(SECRET);
});

describe("a text in the form of a credential", async () => {
  const hex = (bytes: number) => randomBytes(bytes).toString("hex");
  const keys = { secret: "a-session-secret-of-a-test-0123456789" };
  const jwt = await new SignJWT({ sub: "usr_1" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(randomBytes(32));
  const cookie = await encode({ token: { sub: "usr_1" }, secret: keys.secret });
  const base64url = (bytes: number) => randomBytes(bytes).toString("base64url");

  /** Each text with its secret part; the text around it may be logged. */
  const SECRETS: [string, string, string][] = [
    ["an MCP key", `svc_sk_${hex(32)}`, ""],
    ["a bot secret", `tbs_${hex(32)}`, ""],
    ["the reader key", `reader_${hex(32)}`, ""],
    ["the custody key", `custody_${hex(32)}`, ""],
    ["a webhook's secret", `whsec_${Buffer.alloc(32, "\u00e9~").toString("base64")}`, ""],
    ["a venue key", `apikey_${hex(32)}`, ""],
    ["an operator's key", `operator_${hex(32)}`, ""],
    ["the partner programme's key", `partner_${hex(32)}`, ""],
    ["a key in capitals", `SVC_SK_${hex(32).toUpperCase()}`, ""],
    ["a JWT", jwt, ""],
    ["three dotted parts that are no JSON", [24, 40, 32].map(base64url).join("."), ""],
    ["what comes as a bearer's", hex(20), "Authorization: Bearer "],
    ["what comes as a bearer's in small letters", hex(20), "bearer "],
    ["what comes as a bearer's in an address", hex(20), "Bearer%20"],
    ["a session cookie", cookie, ""],
    ["a session cookie with its name", hex(20), "a=b; next-auth.session-token="],
    ["a secure one", hex(20), "__Secure-next-auth.session-token="],
    ["one in parts", hex(20), "next-auth.session-token.1="],
    ["a token in an address", hex(20), "https://app.example.org/sign-in/email#token="],
    ["a code in an address", hex(20), "/api/auth/callback/oidc?state=1&code="],
  ];

  const PLACES: [string, (log: ReturnType<typeof logger>["log"], text: string) => void][] = [
    ["the message", (log, text) => log.info(`it was ${text}.`)],
    ["the message behind a field", (log, text) => log.warn({ path: "/p" }, text)],
    ["a value put into the message", (log, text) => log.info("it was %s and %j", text, { text })],
    ["a field", (log, text) => log.info({ given: text }, "x")],
    ["a nested field", (log, text) => log.info({ a: { b: [{ c: { d: { e: text } } }] } }, "x")],
    ["a field's name", (log, text) => log.info({ [text]: 1 }, "x")],
    ["JSON in a field", (log, text) => log.info({ body: JSON.stringify({ given: text }) }, "x")],
    ["an error's text", (log, text) => log.error({ err: new Error(`refused: ${text}`) }, "x")],
    ["an error without a message", (log, text) => log.error(new Error(text))],
    [
      "the cause of an error",
      (log, text) => log.error({ err: new Error("x", { cause: new Error(text) }) }),
    ],
    [
      "an error's code",
      (log, text) => log.error({ err: Object.assign(new Error("x"), { code: text }) }),
    ],
    ["a thrown text", (log, text) => log.error({ err: text })],
    ["an address", (log, text) => log.info({ url: `https://a.example/p?x=${text}&y=1` }, "x")],
    [
      "an encoded address",
      (log, text) => log.info({ url: `/p?x=${encodeURIComponent(text)}` }, "x"),
    ],
    ["a line of its own", (log, text) => log.info(`first\n${text}\nlast`)],
    ["a path of Windows", (log, text) => log.info(`C:\\${text}\\x`)],
    ["a line behind a backslash", (log, text) => log.info(`C:\\\n${text}`)],
    ["a line behind a control character", (log, text) => log.info(`\u0001${text}\u0002`)],
    ["a child's fields", (log, text) => log.child({ caller: text }).info("x")],
    ["a child's prefix", (log, text) => log.child({}, { msgPrefix: `${text} ` }).info("x")],
    ["twice in a line", (log, text) => log.info({ one: text }, `${text} ${text}`)],
  ];

  describe.each(SECRETS)("%s", (_name, secret, before) => {
    test.each(PLACES)("is not written in %s", (_place, write) => {
      const { log, lines } = logger();
      write(log, before + secret);
      expect(lines).toHaveLength(1);
      const [line = ""] = lines;
      expect(line).toContain("[secret]");
      // No usable part of the secret is logged.
      for (let at = 0; at + 16 <= secret.length; at += 1) {
        expect(line.toLowerCase()).not.toContain(secret.slice(at, at + 16).toLowerCase());
      }
      // The line is still valid JSON.
      expect(JSON.parse(line)).toMatchObject({ name: "test" });
    });
  });

  test("is not written to the standard output of a process either", () => {
    const secret = `svc_sk_${hex(32)}`;
    const program = `
      const { createLogger } = await import(${JSON.stringify(join(import.meta.dirname, "log.ts"))});
      createLogger("test", "info").info({ given: process.argv[1] }, process.argv[1]);`;
    const { stdout } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program, secret],
      { encoding: "utf8" },
    );
    expect(JSON.parse(stdout)).toMatchObject({ given: "svc_sk_[secret]", msg: "svc_sk_[secret]" });
  });

  test.each([
    "mcp_0123456789abcdef01234567 tbk_0123456789abcdef01234567 req_0123456789abcdef01234567",
    "svc_sk_\u2026abcd",
    "partner_accounts, partner_fees and partner_codes are tables",
    "operator_addresses is empty, apikey_ and svc_sk_ are prefixes",
    "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    "at Object.<anonymous> (/app/node_modules/rate-limiter-flexible/lib/RateLimiterRedis.js:12:3)",
    "https://app.example.org/trade/BTCUSDC?view=book&page=2",
    "2001:db8::1, 192.0.2.1, 64000.5, 1.2.3",
    "the bearer",
  ])("is distinguished from other texts: %s", (text) => {
    const { log, lines } = logger();
    log.info({ text }, text);
    expect(JSON.parse(lines[0]!)).toMatchObject({ text, msg: text });
  });

  test.each([
    ["letters", "a".repeat(200_000)],
    ["dots", "abcdefghijklmnopq.".repeat(10_000)],
    ["beginnings", "eyJ".repeat(60_000)],
    ["prefixes", "svc_sk_".repeat(30_000)],
    ["cookies", "next-auth.".repeat(20_000)],
    ["bearers", "Bearer ".repeat(30_000)],
    ["backslashes", "\\".repeat(100_000)],
    ["percents", "%20".repeat(60_000)],
    ["parameters", "?code=".repeat(30_000)],
  ])("is found in linear time, in a line of many %s", (_name, text) => {
    const { log, lines } = logger();
    const start = performance.now();
    log.info(text);
    expect(performance.now() - start).toBeLessThan(QUADRATIC_MS);
    expect(lines).toHaveLength(1);
  });
});

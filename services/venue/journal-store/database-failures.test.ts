import { describe, expect, test } from "vitest";
import { FailureReport, isRefusal, UnfitServerError } from "./database-failures.ts";

const failure = (code: string, message = "why") => Object.assign(new Error(message), { code });

describe("a failure of the database", () => {
  test.each(["42501", "42P01", "42601", "28000", "28P01"])("%s needs a person", (code) => {
    expect(isRefusal(failure(code))).toBe(true);
  });

  test.each(["25006", "57P01", "57P03", "57014", "08006", "08P01", "53300", "ECONNREFUSED"])(
    "%s may pass",
    (code) => {
      expect(isRefusal(failure(code))).toBe(false);
    },
  );

  test("a server that is too old needs a person, and an error without a code may pass", () => {
    expect(isRefusal(new UnfitServerError("13.4"))).toBe(true);
    expect(isRefusal(new Error("Query read timeout"))).toBe(false);
  });

  test("is reported once until its cause changes or an attempt succeeds", () => {
    const warnings: string[][] = [];
    const report = new FailureReport("writes", (...warning) => warnings.push(warning));
    report.failed(failure("25006", "it is read-only"));
    report.failed(failure("25006", "it is read-only"));
    report.failed(new Error("Query read timeout"));
    report.failed(new Error("Query read timeout"));
    report.failed(failure("ECONNREFUSED", ""));
    report.succeeded();
    report.failed(failure("ECONNREFUSED", ""));
    expect(warnings).toEqual([
      ["25006", "writes: it is read-only"],
      ["unknown", "writes: Query read timeout"],
      ["ECONNREFUSED", "writes: ECONNREFUSED"],
      ["ECONNREFUSED", "writes: ECONNREFUSED"],
    ]);
  });
});

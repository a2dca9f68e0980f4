/** The text that the service verifies equals the published vectors, which an independent program generates. */
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type BotCall, botSigningText, isSortedQuery } from "./bot-signing.ts";

type Vector = Omit<BotCall, "bodySha256"> & {
  note: string;
  body: string | null;
  body_sha256: string;
  text: string;
  signature: string;
};

const file = new URL("../../../docs/api/vectors/bot-signing.json", import.meta.url);
const { secret, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  secret: string;
  vectors: Vector[];
};

describe("published vectors", () => {
  test("exist", () => expect(vectors.length).toBeGreaterThanOrEqual(12));

  test.each(vectors)("$note", (vector) => {
    const bodySha256 = createHash("sha256")
      .update(vector.body ?? "")
      .digest("hex");
    expect(bodySha256).toBe(vector.body_sha256);
    const text = botSigningText({ ...vector, bodySha256 });
    expect(text).toBe(vector.text);
    expect(createHmac("sha256", secret).update(text).digest("hex")).toBe(vector.signature);
    expect(isSortedQuery(vector.query)).toBe(true);
  });
});

describe("a query has one canonical order", () => {
  test.each([
    "",
    "a",
    "a=1",
    "a=1&a=1",
    "a=1&a=2",
    "a=2&a-b=1",
    "B=1&a=1",
    "a&a=",
    "a=&a",
    "%C3%A4=1&a=1",
    "a=+&b=%20",
  ])("%j is canonical", (query) => expect(isSortedQuery(query)).toBe(true));

  test.each([
    "b=1&a=1",
    "a=2&a=1",
    "a-b=1&a=2",
    "a=1&B=1",
    "a=10&a=1",
    "a=1&",
    "a=1&&b=1",
    "a=b=2&a=b=1",
  ])("%j is not canonical", (query) => expect(isSortedQuery(query)).toBe(false));
});

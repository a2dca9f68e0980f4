/** The browser's test of a bot key signs as the published vectors do. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signCall } from "./sign-call.ts";

type Vector = Record<"method" | "path" | "query" | "timestamp" | "nonce" | "signature", string> & {
  body: string | null;
};

const { secret, vectors } = JSON.parse(
  readFileSync("docs/api/vectors/bot-signing.json", "utf8"),
) as { secret: string; vectors: Vector[] };
const plain = vectors.filter(
  ({ method, query, body }) => method === "GET" && query === "" && body === null,
);

test("a GET without a query has the signature of the vectors, and no header has the secret", async () => {
  expect(plain.length).toBeGreaterThan(0);
  for (const { path, timestamp, nonce, signature } of plain) {
    const headers = await signCall({ id: "tbk_1", secret }, { path, timestamp, nonce });
    expect(headers).toEqual({
      "x-bot-key": "tbk_1",
      "x-bot-timestamp": timestamp,
      "x-bot-nonce": nonce,
      "x-bot-signature": signature,
    });
  }
});

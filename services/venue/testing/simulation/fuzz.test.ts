/**
 * Odd decimals, damaged bytes and wrong requests: decimals are read as a reader of nothing but BigInt reads them, bytes
 * that are taken are written again the same, and no request ends in a 500. `npm run fuzz -- 1000000` asks more.
 */
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

test("20,000 inputs", { timeout: 900_000 }, async () => {
  const statuses = await fuzz(20_000, 1);
  for (const status of [200, 201, 400, 401, 404, 405, 409, 422]) {
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  }
});

/**
 * Odd decimals, damaged bytes and invalid requests: decimals are parsed like a BigInt-only parser does, accepted bytes
 * encode to the same bytes again, and no request ends in a 500. `npm run fuzz -- 1000000` tries more.
 */
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

test("20,000 random inputs hold these rules", { timeout: 900_000 }, async () => {
  const statuses = await fuzz(20_000, 1);
  for (const status of [200, 201, 400, 401, 404, 405, 409, 422]) {
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  }
});

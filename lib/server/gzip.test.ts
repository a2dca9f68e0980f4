import { expect, test } from "vitest";
import { isCompressible, takesGzip } from "./gzip.ts";

test.each([
  ["gzip", true],
  ["br, GZIP;q=0.5", true],
  ["*", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000, br", false],
  ["br", false],
  ["", false],
  [undefined, false],
])("Accept-Encoding %s takes gzip: %s", (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes);
});

test.each([
  [{ "content-type": "application/json" }, 1_024, true],
  [{ "content-type": "application/problem+json; charset=utf-8" }, 2_000, true],
  [{ "content-type": "text/plain" }, 2_000, true],
  [{ "content-type": "application/json" }, 1_023, false],
  [{ "content-type": "application/pdf" }, 2_000, false],
  [{ "content-type": "text/csv", "cache-control": "no-store, no-transform" }, 2_000, false],
  [{ "content-type": "text/plain", "content-encoding": "br" }, 2_000, false],
])("%o with %i bytes is compressible: %s", (headers, bytes, isIt) => {
  expect(isCompressible(new Headers(headers), bytes)).toBe(isIt);
});

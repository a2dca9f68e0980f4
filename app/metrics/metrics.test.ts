import { expect, test } from "vitest";
import { GET } from "./route.ts";

const ask = (address: string) =>
  GET(new Request("http://app/metrics", { headers: { "x-forwarded-for": address } }), {
    params: Promise.resolve({}),
  });

test("metrics are served only on this machine, and to addresses that the operator names", async () => {
  for (const address of ["127.0.0.1", "::1"]) {
    const answer = await ask(address);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("svc_")]);
  }
  for (const address of ["192.0.2.7", "10.0.0.1", "unknown"]) {
    const answer = await ask(address);
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: "IP_NOT_ALLOWED" }]);
  }
});

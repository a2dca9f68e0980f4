/**
 * Bad input to the app's endpoints, through the real server: every answer has a status and a code, never a
 * bare 500.
 */
import { request as httpRequest } from "node:http";
import { expect, test } from "#e2e/support/test.ts";
import { AppVisitor } from "#scripts/checks/wallet-session.ts";

/** Sends the request target unchanged; fetch would normalise the path first. */
function raw(base: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on("error", reject).end();
  });
}

for (const path of ["/trade/%zz", "/trade/%ff", "/api/%zz", "*"]) {
  test(`the path ${path} is refused with a code`, async ({ endpoints }) => {
    const { status, body } = await raw(endpoints.app, path);
    expect([status, JSON.parse(body).error]).toEqual([400, "MALFORMED_PATH"]);
  });
}

for (const path of ["/", "/trade"]) {
  test(`${path} leads to a market`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]]).toEqual([307, "/trade/BTCUSDC"]);
  });
}

test("the sign-in refuses invalid JSON with 400; an unknown address is 404, a wrong method 405", async ({
  request,
  endpoints,
}) => {
  const headers = { "content-type": "application/json", origin: endpoints.app };
  const signIn = await request.post("/api/auth/callback/wallet", {
    headers,
    data: Buffer.from("{"),
  });
  expect([signIn.status(), (await signIn.json()).error]).toEqual([400, "MALFORMED_BODY"]);
  const unknown = await request.get("/api/nothing/here");
  expect([unknown.status(), (await unknown.json()).error]).toEqual([404, "NOT_FOUND"]);
  const put = await request.put("/api/perps-dex/markets");
  expect([put.status(), (await put.json()).error]).toEqual([405, "METHOD_NOT_ALLOWED"]);
});

test("an unknown market is 404 for history and stream, before any stream starts", async ({
  request,
}) => {
  for (const path of [
    "kline?market=NONE&resolution=60",
    "stream?market=NONE",
    "trades?market=NONE",
  ]) {
    const answer = await request.get(`/api/perps-dex/${path}`);
    expect([answer.status(), (await answer.json()).error]).toEqual([404, "MARKET_NOT_FOUND"]);
  }
});

test("reading the session sets no cookie, so a read that crosses a sign-out cannot undo it", async ({
  endpoints,
  newWallet,
}) => {
  const visitor = new AppVisitor(endpoints.app);
  await visitor.signIn(newWallet);
  const answer = await visitor.request("/api/auth/session");
  expect(await answer.json()).toMatchObject({ user: { address: newWallet.address } });
  expect(answer.headers.get("set-cookie")).toBeNull();
});

/**
 * Bad input to the app's endpoints, through the real server: every answer has a status and a code, never a
 * bare 500.
 */
import { request as httpRequest } from "node:http";
import { expect, test } from "#e2e/support/test.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

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

test("bad input is refused with a status and a code; the first page leads to a market; reading the session sets no cookie", async ({
  request,
  endpoints,
  newWallet,
}) => {
  await test.step("a path that cannot be decoded", async () => {
    for (const path of ["/trade/%zz", "/trade/%ff", "/api/%zz", "*"]) {
      const { status, body } = await raw(endpoints.app, path);
      expect([path, status, JSON.parse(body).error]).toEqual([path, 400, "MALFORMED_PATH"]);
    }
  });

  await test.step("/ and /trade lead to a market", async () => {
    for (const path of ["/", "/trade"]) {
      const answer = await request.get(path, { maxRedirects: 0 });
      expect([path, answer.status(), answer.headers()["location"]]).toEqual([
        path,
        307,
        "/trade/BTCUSDC",
      ]);
    }
  });

  await test.step("the sign-in refuses invalid JSON; an unknown address is 404, a wrong method 405", async () => {
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

  await test.step("an unknown market is 404 for history and stream, before any stream starts", async () => {
    for (const path of [
      "kline?market=NONE&resolution=60",
      "stream?market=NONE",
      "trades?market=NONE",
    ]) {
      const answer = await request.get(`/api/perps-dex/${path}`);
      expect([path, answer.status(), (await answer.json()).error]).toEqual([
        path,
        404,
        "MARKET_NOT_FOUND",
      ]);
    }
  });

  await test.step("a read of the session that crosses a sign-out cannot undo it", async () => {
    const visitor = new AppVisitor(endpoints.app);
    await visitor.signIn(newWallet);
    const answer = await visitor.request("/api/auth/session");
    expect(await answer.json()).toMatchObject({ user: { address: newWallet.address } });
    expect(answer.headers.get("set-cookie")).toBeNull();
  });
});

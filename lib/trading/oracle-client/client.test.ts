import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { createOracleClient, type OracleClient } from "./client.ts";

let stop: () => void = () => {};
afterEach(() => stop());

async function oracle(answer: (response: ServerResponse) => void): Promise<OracleClient> {
  const server = createServer((_, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createOracleClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stop = () => {
    client.close();
    server.closeAllConnections();
    server.close();
  };
  return client;
}

const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value));

async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof UpstreamError ? error.failure : undefined;
}

test("prices are read unchanged", async () => {
  const row = { price: "64000.1", ts: 1_700_000_000_000, sources: ["pyth"] };
  const body = { src: "pyth", ts: 1_700_000_000_000, prices: { BTCUSDC: row } };
  expect(await (await oracle(json(body))).prices()).toEqual(body);
});

test("an answer without a fresh source is valid, not a failure", async () => {
  const body = { src: null, ts: 0, prices: {} };
  expect(await (await oracle(json(body))).prices()).toEqual(body);
});

test.each([
  { src: "pyth", ts: 1, prices: { BTCUSDC: { price: 64000.1, ts: 1, sources: [] } } },
  { src: "pyth", ts: 1, prices: { BTCUSDC: { price: "-1", ts: 1, sources: [] } } },
  { src: "", ts: 1, prices: {} },
  { src: null, prices: {} },
  [],
])("an answer of another form is an UpstreamError: %j", async (value) => {
  expect(await failureOf((await oracle(json(value))).prices())).toBe("unexpected");
});

test("an oracle that does not answer within a second is a timeout", async () => {
  expect(await failureOf((await oracle(() => {})).prices())).toBe("timeout");
});

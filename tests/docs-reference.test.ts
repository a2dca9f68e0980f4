/** The reference pages show every operation of the documents, with a call that works unchanged, and the search finds them. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { operatorDocument } from "#app/api/operator/v1/openapi.json/operator-document.ts";
import { hostDocument } from "#app/api/v1/openapi.json/host-document.ts";
import {
  bodyOf,
  curlOf,
  examplesOf,
  exampleText,
  isTriable,
  operationsOf,
  type Reference,
  searchedPages,
  tagLinks,
} from "#components/machines/docs/reference.ts";
import { searchDocs } from "#lib/machines/docs/search-docs.ts";
import { venueReference } from "#lib/machines/docs/venue-reference.ts";
import { findSecrets } from "#scripts/dev/checks/secret-patterns.ts";
import { openApi } from "#services/venue/gateway/openapi.ts";

const ADDRESSES = { baseUrl: "https://app.example", venueUrl: "https://venue.example" };

/** A venue that answers with this text. */
async function answering<Result>(text: string, use: (url: string) => Promise<Result>) {
  const server = http.createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function references(): Promise<Reference[]> {
  const venue = await answering(JSON.stringify(openApi()), (url) => venueReference(url, 0));
  if (venue === undefined) throw new Error("the venue's document is not shown");
  return [
    { of: "app", document: hostDocument(ADDRESSES), baseUrl: ADDRESSES.baseUrl },
    { of: "venue", document: venue, baseUrl: ADDRESSES.venueUrl },
    { of: "operator", document: operatorDocument(ADDRESSES.baseUrl), baseUrl: ADDRESSES.baseUrl },
  ];
}

test("every operation stands on one page, with its request and its answer", async () => {
  const slugs = (await references()).flatMap(({ of, document }) =>
    tagLinks(document, of).map(({ slug }) => slug),
  );
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs).toEqual(
    expect.arrayContaining(["oauth", "assistant-endpoint", "venue-orders", "operator-keys"]),
  );
  for (const reference of await references()) {
    const { document, baseUrl } = reference;
    const shown = tagLinks(document, reference.of).flatMap(({ name }) =>
      operationsOf(document, name),
    );
    const all = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(shown.length).toBe(all.length);
    for (const one of shown) {
      const name = `${one.method} ${one.path}`;
      const { requestBody, responses } = one.operation;
      const curl = curlOf(one, baseUrl);
      expect(curl, name).not.toMatch(/undefined|\[object|\{\w+\}'/);
      expect(/ -d '| --data-urlencode '/.test(curl), name).toBe(requestBody !== undefined);
      const success = Object.entries(responses).find(([status]) => /^[23]/.test(status))?.[1];
      const answer = bodyOf(success?.content);
      const answers = answer === undefined ? [] : examplesOf(answer.content);
      expect(answers.length > 0, name).toBe(answer !== undefined);
      const shownTexts = [curl, ...answers.map(({ value }) => exampleText(value))];
      expect(findSecrets(shownTexts.join("\n"), []), name).toEqual([]);
    }
  }
});

test("calls carry their credential and the form of their body", async () => {
  const [app, venue] = await references();
  const curl = ({ document, baseUrl }: Reference, path: string, method: string) => {
    const operation = document.paths[path]?.[method];
    if (operation === undefined) throw new Error(`there is no ${method} ${path}`);
    return curlOf({ path, method, operation }, baseUrl);
  };
  if (app === undefined || venue === undefined) throw new Error("a reference is missing");
  expect(curl(app, "/oauth/token", "post")).toContain(
    "--data-urlencode 'grant_type=refresh_token'",
  );
  expect(curl(app, "/oauth/token", "post")).not.toContain("Authorization");
  expect(curl(app, "/api/v1/mcp", "post")).toMatch(/Bearer \$SVC_MCP_KEY[^]*"tools\/call"/);
  expect(curl(venue, "/v1/orders", "post")).toMatch(
    /^curl -sS -X POST 'https:\/\/venue\.example\/v1\/orders'[^]*SVC_VENUE_KEY[^]*X-Signature: [^]*"LIMIT"/,
  );
});

test("a page sends only reads of this service that need no key", async () => {
  const sent = (await references()).flatMap((reference) =>
    tagLinks(reference.document, reference.of).flatMap(({ name }) =>
      operationsOf(reference.document, name)
        .filter((one) => isTriable(one, reference))
        .map(({ method, path }) => `${method} ${path}`),
    ),
  );
  expect(sent).toEqual(
    expect.arrayContaining(["get /api/perps-dex/kline", "get /api/v1/partner/summary"]),
  );
  expect(sent.filter((line) => !/^get \/(?:api|oauth|\.well-known)\//.test(line))).toEqual([]);
  expect(sent.filter((line) => /\/operator\/|\/bot\/v1|\/stream$/.test(line))).toEqual([]);
});

test.each([
  ["/oauth/token", "reference/oauth", "exchangeToken"],
  ["getPartnerSummary", "reference/partner", "getPartnerSummary"],
  ["/v1/orders/batch", "reference/venue-orders", "placeOrderBatch"],
  ["reverses a fee", "reference/operator-partners", "reverseFee"],
])("%s is found in the reference", async (query, slug, anchor) => {
  const { matches } = await searchDocs(query, searchedPages(await references()));
  expect(matches.map((match) => `${match.slug}#${match.anchor}`)).toContain(`${slug}#${anchor}`);
});

test("a venue that describes itself in another form, or not at all, is left out", async () => {
  expect(await answering("<html>", (url) => venueReference(url, 0))).toBeUndefined();
  expect(await answering('{"openapi":"3.1.0"}', (url) => venueReference(url, 0))).toBeUndefined();
});

/**
 * The four OpenAPI documents as a parser reads that knows nothing of this service: each is valid, and no operation lacks what a
 * developer or a generator needs.
 */
import { validate } from "@readme/openapi-parser";
import { describe, expect, test } from "vitest";
import { operatorDocument } from "#app/api/operator/v1/openapi.json/operator-document.ts";
import { hostDocument } from "#app/api/v1/openapi.json/host-document.ts";
import {
  DocumentSchemas,
  operationsOf,
  type ReadDocument,
  type ReadOperation,
} from "#e2e/outside/kit/document-schemas.ts";
import { NOTHING } from "#lib/kernel/openapi/example.ts";
import { HOST_TEXTS } from "#lib/server/openapi/texts/host-texts.ts";
import { openApi, operatorApi } from "#services/venue/gateway/openapi.ts";

import { VENUE_TEXTS } from "#services/venue/gateway/openapi-texts.ts";

const ADDRESSES = { baseUrl: "https://app.example", venueUrl: "https://venue.example" };

/** As it is sent: without anything that only this process has. */
const sent = (document: unknown) => JSON.parse(JSON.stringify(document)) as ReadDocument;

const DOCUMENTS = [
  { name: "the app's", document: sent(hostDocument(ADDRESSES)), least: 140 },
  { name: "the operator's", document: sent(operatorDocument(ADDRESSES.baseUrl)), least: 17 },
  { name: "the venue's", document: sent(openApi()), least: 30 },
  { name: "the venue's for its operator", document: sent(operatorApi()), least: 12 },
];

/** What is missing; empty for a whole operation. */
function lacks(operation: ReadOperation, document: ReadDocument): string[] {
  const { operationId, summary, description, tags = [], security } = operation;
  const { parameters = [], requestBody, responses = {} } = operation;
  const answers = Object.entries(responses);
  const shown = [
    requestBody,
    ...answers.filter(([status]) => status.startsWith("2")).map(([, one]) => one),
  ];
  const contents = shown.flatMap((one) => Object.values(one?.content ?? {}));
  const refusals = answers.filter(([status]) => /^4(?:\d\d|XX)$/.test(status));
  const schemes = document.components?.["securitySchemes"] ?? {};
  const listed = (document.tags ?? []).filter((tag) => tag.description !== "");
  const checks: Record<string, boolean> = {
    "an id": /^[a-z][\w.]+$/.test(operationId ?? ""),
    "a summary": (summary ?? "").length > 8,
    "a description": (description ?? "").length > 20,
    "a tag of the list": tags.some((tag) => listed.some(({ name }) => name === tag)),
    security: security?.every((one) => Object.keys(one).every((name) => name in schemes)) === true,
    "an example of a parameter": parameters.every((one) => one.example !== undefined),
    "an example of a body": contents.every((one) => (one.example ?? one.examples) !== undefined),
    "a schema of a body": contents.every((one) => one.schema !== undefined),
    "an answer 4xx": refusals.length > 0,
    "a described answer": answers.every(([, one]) => (one.description ?? "") !== ""),
  };
  return Object.entries(checks).flatMap(([what, isThere]) => (isThere ? [] : [what]));
}

type Schema = {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  prefixItems?: Schema[];
};
/** A field or a parameter with its path, such as `Signal.outcome.close`. */
type Field = { path: string; description: string };

function* fieldsOf(schema: Schema | boolean | undefined, path: string): Generator<Field> {
  if (typeof schema !== "object") return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield { path: `${path}.${name}`, description: field.description ?? "" };
    yield* fieldsOf(field, `${path}.${name}`);
  }
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf, ...prefixItems];
  for (const part of [...parts, schema.items, schema.additionalProperties])
    yield* fieldsOf(part, path);
}

function allFields(document: ReadDocument): Field[] {
  const schemas = Object.entries(document.components?.["schemas"] ?? {});
  const fields = schemas.flatMap(([name, schema]) => [...fieldsOf(schema as Schema, name)]);
  const parameters = operationsOf(document).flatMap(({ path, operation }) =>
    (operation.parameters ?? []).map(({ name, in: part, ...parameter }) => {
      const owner = part === "path" ? path.split(`/{${name}}`, 1)[0]?.split("/").at(-1) : "query";
      const { description = "" } = parameter as { description?: string };
      return { path: `${operation.operationId}.${owner}.${name}`, description };
    }),
  );
  return [...fields, ...parameters];
}

/** Values of an example, however deep. */
function leaves(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}

/** Longest sentence of a description, in words. */
const MAX_WORDS = 28;

describe.each(DOCUMENTS)("$name document", ({ document, least }) => {
  test("is valid OpenAPI 3.1, without a warning", async () => {
    const copy = structuredClone(document) as unknown as Parameters<typeof validate>[0];
    const result = await validate(copy);
    expect(result.valid ? [] : result.errors).toEqual([]);
    expect(result.warnings).toEqual([]);
  });

  test("has no operation without id, description, tag, security, examples and answers 4xx", () => {
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThanOrEqual(least);
    const lacking = operations.flatMap(({ path, method, operation }) => {
      const missing = lacks(operation, document);
      return missing.length === 0 ? [] : [`${method} ${path}: ${missing.join(", ")}`];
    });
    expect(lacking).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.servers?.length).toBeGreaterThan(0);
  });

  test("has examples that its own schemas accept", () => {
    const schemas = new DocumentSchemas(document);
    const refused = [...schemas.examples()].flatMap(({ at, pointer, value }) =>
      schemas.faults(pointer, value).map((fault) => `${at}: ${fault}`),
    );
    expect(refused).toEqual([]);
  });

  test("describes every field and every parameter, in sentences of at most 28 words", () => {
    const fields = allFields(document);
    const missing = fields.filter(({ description }) => description === "");
    expect(missing, "describe them in lib/server/openapi/texts or openapi-texts.ts").toEqual([]);
    const long = fields.filter(({ description }) =>
      description.split(/[.;:](?: |$)/).some((sentence) => sentence.split(" ").length > MAX_WORDS),
    );
    expect(long).toEqual([]);
  });

  test("has an example of every value that says something", () => {
    const examples = [...new DocumentSchemas(document).examples()];
    const empty = examples.filter(({ value }) =>
      leaves(value).some((one) => one === "example" || one === NOTHING),
    );
    expect(empty.map(({ at }) => at)).toEqual([]);
  });

  test("has formats in place of long patterns", () => {
    const patterns = JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g);
    expect([...patterns].filter(([, one = ""]) => one.length > 150)).toEqual([]);
  });
});

test("every text of the tables describes a field of that name", () => {
  const fieldName = (path: string) => path.slice(path.lastIndexOf(".") + 1);
  const fields = DOCUMENTS.flatMap((one) => allFields(one.document));
  const used = new Set(fields.map(({ path, description }) => `${fieldName(path)}: ${description}`));
  const texts = Object.entries({ ...HOST_TEXTS, ...VENUE_TEXTS });
  const unused = texts
    .map(([key, text]) => `${fieldName(key)}: ${text}`)
    .filter((one) => !used.has(one));
  expect(unused).toEqual([]);
});

test("the check finds what an operation lacks", () => {
  const whole = operationsOf(sent(openApi()))[0];
  const document = sent(openApi());
  expect(whole?.operation && lacks(whole.operation, document)).toEqual([]);
  expect(lacks({ ...whole?.operation, description: "" }, document)).toEqual(["a description"]);
  expect(lacks({ ...whole?.operation, security: [{ unknown: [] }] }, document)).toEqual([
    "security",
  ]);
  expect(lacks({ ...whole?.operation, responses: {} }, document)).toContain("an answer 4xx");
});

test("an answer that differs from its schema, status or type is found", () => {
  const schemas = new DocumentSchemas(sent(openApi()));
  const faults = (status: number, body: unknown, type = "application/json") =>
    schemas.faultsOfAnswer("/v1/time", "get", { status, type, body });
  expect(faults(200, { server_time: 1 })).toEqual([]);
  expect(faults(200, { server_time: "1" })).toEqual(["/server_time must be integer"]);
  expect(faults(200, {})).toEqual(["it must have required property 'server_time'"]);
  expect(faults(200, "now", "text/plain")).toEqual(["the type text/plain is not described"]);
  expect(faults(418, {})).toEqual(["the status 418 is not described"]);
  expect(faults(429, { error: "NOT_A_CODE", message: "" })[0]).toMatch(/^\/error must be equal to/);
});

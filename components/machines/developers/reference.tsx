/** The API's document, collapsed by tag and operation. Works without a script. */
import type { ReactNode } from "react";
import type { DevelopersText } from "./load-messages.ts";
import { Code, Fold } from "./parts.tsx";

type Content = Record<string, { schema: Json }>;

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Json;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** The parts of an OpenAPI document that the page shows. */
export type ApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, { [method: string]: Operation | undefined }>;
  components: { schemas: Record<string, Json> };
};

type ReferenceProps = { document: ApiDocument; text: DevelopersText };

export function Reference({ document, text }: ReferenceProps) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation === undefined ? [] : [{ path, method, operation }],
    ),
  );
  return (
    <div className="flex flex-col gap-4">
      {document.tags.map(({ name, description }) => (
        <div key={name} className="rounded-md border bg-surface p-3">
          <h3 className="text-sm font-medium" lang="en">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-xs text-ink-muted" lang="en">
            <bdi>{description}</bdi>
          </p>
          {operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map((one) => (
              <OperationFold key={one.operation.operationId} {...one} text={text} />
            ))}
        </div>
      ))}
      <div className="rounded-md border bg-surface p-3">
        <h3 className="text-sm font-medium">{text("schemas")}</h3>
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <div key={name} id={`schema-${name}`} className="scroll-mt-4">
            <Fold summary={<Code>{name}</Code>}>
              <Schema schema={schema} required={text("required")} />
            </Fold>
          </div>
        ))}
      </div>
    </div>
  );
}

type OperationProps = { path: string; method: string; operation: Operation; text: DevelopersText };

function OperationFold({ path, method, operation, text }: OperationProps) {
  const { parameters = [], requestBody, responses, security } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  return (
    <Fold
      summary={
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span dir="ltr" className="font-mono break-all">
            <span className="font-semibold">{method.toUpperCase()}</span> {path}
          </span>
          <span lang="en" className="text-ink-muted">
            <bdi>{operation.summary}</bdi>
          </span>
        </span>
      }
    >
      <p className="text-2xs text-ink-muted">
        {security.length === 0 ? text("noKey") : security.map(schemesOf).join(" / ")}
      </p>
      {parameters.length > 0 ? (
        <Part title={text("parameters")}>
          <Schema schema={asObject(parameters)} required={text("required")} />
        </Part>
      ) : null}
      {body === undefined ? null : (
        <Part title={text("requestBody")}>
          <Schema schema={body} required={text("required")} />
        </Part>
      )}
      <Part title={text("responses")}>
        {Object.entries(responses).map(([status, { description, content }]) => (
          <div key={status} className="min-w-0 text-xs">
            <p dir="ltr" lang="en">
              <span className="font-mono font-medium">{status}</span>{" "}
              <span className="break-words text-ink-muted">{description}</span>
            </p>
            {status.startsWith("2") && content?.["application/json"] ? (
              <Schema schema={content["application/json"].schema} required={text("required")} />
            ) : null}
          </div>
        ))}
      </Part>
    </Fold>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h4 className="text-xs font-medium">{title}</h4>
      {children}
    </div>
  );
}

function schemesOf(one: Record<string, string[]>): string {
  return Object.entries(one)
    .map(([name, scopes]) => [name, ...scopes].join(" "))
    .join(" + ");
}

function asObject(parameters: NonNullable<Operation["parameters"]>): Json {
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

type Json = Record<string, unknown>;

const REF = "#/components/schemas/";
/** Deeper than any schema of this service; ends recursive schemas. */
const DEEPEST = 6;

type SchemaProps = { schema: Json; required: string; depth?: number };

/** A JSON Schema with one line per field; names of components are links. `required`: the word in the page's language. */
function Schema({ schema, required, depth = 0 }: SchemaProps) {
  const inner = innerOf(schema);
  const fields = fieldsOf(inner);
  if (fields.length === 0 || depth > DEEPEST) return <TypeText schema={schema} />;
  return (
    <ul dir="ltr" className="flex min-w-0 flex-col gap-1 border-s ps-3 text-xs">
      {fields.map(({ name, field, isRequired }) => (
        <li key={name} className="min-w-0">
          <span className="font-mono">{name}</span> <TypeText schema={field} />{" "}
          {isRequired ? <span className="text-2xs text-warn">{required}</span> : null}
          <Description of={field} />
          {fieldsOf(innerOf(field)).length > 0 ? (
            <Schema schema={field} required={required} depth={depth + 1} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Description({ of: { description } }: { of: Json }) {
  if (typeof description !== "string") return null;
  return (
    <span lang="en" className="block text-2xs text-ink-muted">
      {description}
    </span>
  );
}

function TypeText({ schema }: { schema: Json }) {
  const name = refOf(schema) ?? refOf(innerOf(schema));
  if (name !== undefined) {
    return (
      <a dir="ltr" href={`#schema-${name}`} className="font-mono text-2xs text-accent underline">
        {typeText(schema)}
      </a>
    );
  }
  return <Code>{typeText(schema)}</Code>;
}

function refOf(schema: Json): string | undefined {
  const { $ref: ref } = schema;
  return typeof ref === "string" && ref.startsWith(REF) ? ref.slice(REF.length) : undefined;
}

/** The item schema of a list, or the non-null schema of a nullable value. */
function innerOf(schema: Json): Json {
  if (schema["type"] === "array" && isJson(schema["items"])) return innerOf(schema["items"]);
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const found = anyOf.filter(isJson).filter((one) => one["type"] !== "null");
    if (found.length === 1 && found[0] !== undefined) return innerOf(found[0]);
  }
  return schema;
}

function fieldsOf(schema: Json): { name: string; field: Json; isRequired: boolean }[] {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  if (!isJson(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]) =>
    isJson(field) ? [{ name, field, isRequired: names.includes(name) }] : [],
  );
}

function typeText(schema: Json): string {
  const name = refOf(schema);
  if (name !== undefined) return name;
  const { type, anyOf, items, enum: values, format, maximum, minimum, pattern } = schema;
  if (Array.isArray(anyOf)) return anyOf.filter(isJson).map(typeText).join(" | ");
  if (type === "array" && isJson(items)) return `${typeText(items)}[]`;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const base = typeof type === "string" ? type : "any";
  if (typeof format === "string") return `${base} (${format})`;
  if (typeof pattern === "string" && pattern.length < 40) return `${base} ${pattern}`;
  const range = rangeText(minimum, maximum);
  return range === "" ? base : `${base} ${range}`;
}

function rangeText(minimum: unknown, maximum: unknown): string {
  const low = typeof minimum === "number" && Math.abs(minimum) < 1e15 ? `≥ ${minimum}` : "";
  const high = typeof maximum === "number" && Math.abs(maximum) < 1e15 ? `≤ ${maximum}` : "";
  return [low, high].filter((part) => part !== "").join(", ");
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The API's document as folds: by tag, then by operation. Works without a script. */
import type { ReactNode } from "react";
import type { DevelopersText } from "./load-messages.ts";
import { Code, Fold } from "./parts.tsx";
import { type Json, Schema } from "./schema.tsx";

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

/** What the page needs of an OpenAPI document. */
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
  return Object.keys(one).join(" + ");
}

function asObject(parameters: NonNullable<Operation["parameters"]>): Json {
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

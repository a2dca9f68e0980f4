/** The operations of one tag: what each takes and answers, with an example. Only the try-out needs a script. */
import type { ReactNode } from "react";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import type { ApiDocument, ApiParameter, Json } from "#components/machines/parts/api-document.ts";
import { Code, CodeBlock, Fold } from "#components/machines/parts/document-parts.tsx";
import { DocsFrame, type DocsNavigation } from "./docs-frame.tsx";
import type { DocsText } from "./load-messages.ts";
import { curlOf, isTriable, operationsOf, type Referenced, type TagLink } from "./reference.ts";
import { Schema } from "./schema.tsx";
import { TryOperation } from "./try-operation.tsx";

type ReferencePageProps = {
  navigation: DocsNavigation;
  tag: TagLink;
  document: ApiDocument;
  baseUrl: string;
  text: DocsText;
};

export function ReferencePage({ navigation, tag, document, baseUrl, text }: ReferencePageProps) {
  const operations = operationsOf(document, tag.name);
  return (
    <SettingsPage title={text("referenceOf", { tag: tag.name })} isPublic isWide>
      <DocsFrame navigation={navigation} current={`reference/${tag.slug}`} text={text}>
        <p lang="en" dir="ltr" className="text-ink-muted">
          {tag.description}
        </p>
        <nav aria-label={text("onThisPage")} lang="en" dir="ltr">
          <ul className="flex flex-col">
            {operations.map(({ path, method, operation: { operationId, summary } }) => (
              <li key={operationId} className="flex flex-wrap items-baseline gap-x-3 text-xs">
                <a
                  href={`#${operationId}`}
                  className="inline-flex items-center font-mono break-all text-accent underline pointer-coarse:min-h-11"
                >
                  {method.toUpperCase()} {path}
                </a>
                <span className="text-ink-muted">{summary}</span>
              </li>
            ))}
          </ul>
        </nav>
        {operations.map((one) => (
          <Operation
            key={one.operation.operationId}
            one={one}
            document={document}
            baseUrl={baseUrl}
            text={text}
          />
        ))}
      </DocsFrame>
    </SettingsPage>
  );
}

type OperationProps = {
  one: Referenced;
  document: ApiDocument;
  baseUrl: string;
  text: DocsText;
};

function Operation({ one, document, baseUrl, text }: OperationProps) {
  const { path, method, operation } = one;
  const { operationId, parameters = [], requestBody, responses, security } = operation;
  const { schemas: components } = document.components;
  const body = requestBody?.content["application/json"]?.schema;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const answer = success?.[1].content?.["application/json"];
  const name = `${method.toUpperCase()} ${path}`;
  const required = text("required");
  return (
    <article className="flex min-w-0 flex-col gap-3 border-t pt-4">
      <h2
        id={operationId}
        dir="ltr"
        className="scroll-mt-4 font-mono text-sm font-semibold break-all"
      >
        {name}
      </h2>
      <p lang="en" dir="ltr" className="max-w-3xl whitespace-pre-line">
        {operation.description ?? operation.summary}
      </p>
      <p dir="ltr" className="text-xs text-ink-muted">
        {security.length === 0 ? text("noKey") : security.map(schemesOf).join(" / ")}
      </p>
      <CodeBlock kind={`call-${operationId}`} what={`curl: ${name}`} text={curlOf(one, baseUrl)} />
      {isTriable(one) ? (
        <TryOperation path={path} parameters={parameters} words={words(text)} />
      ) : null}
      {parameters.length > 0 ? (
        <Part title={text("parameters")}>
          <Schema schema={asObject(parameters)} components={components} required={required} />
        </Part>
      ) : null}
      {body === undefined ? null : (
        <Part title={text("requestBody")}>
          <Schema schema={body} components={components} required={required} />
        </Part>
      )}
      {answer?.example === undefined ? null : (
        <CodeBlock
          kind={`answer-${operationId}`}
          what={`${text("exampleAnswer")}: ${name}`}
          text={`${JSON.stringify(answer.example, undefined, 2)}\n`}
        />
      )}
      {answer === undefined ? null : (
        <Fold summary={text("fields")}>
          <Schema schema={answer.schema} components={components} required={required} />
        </Fold>
      )}
      <Fold summary={text("refusals")}>
        <ul lang="en" dir="ltr" className="flex flex-col gap-1 text-xs">
          {Object.entries(responses)
            .filter(([status]) => !status.startsWith("2"))
            .map(([status, { description }]) => (
              <li key={status} className="wrap-anywhere">
                <Code>{status}</Code> <span className="text-ink-muted">{description}</span>
              </li>
            ))}
        </ul>
      </Fold>
    </article>
  );
}

const words = (text: DocsText) => ({
  tryIt: text("tryIt"),
  send: text("send"),
  sending: text("sending"),
  unreachable: text("unreachable"),
  answered: text("answered"),
});

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-xs font-medium">{title}</h3>
      {children}
    </div>
  );
}

function schemesOf(one: Record<string, string[]>): string {
  return Object.entries(one)
    .map(([name, scopes]) => [name, ...scopes].join(" "))
    .join(" + ");
}

function asObject(parameters: readonly ApiParameter[]): Json {
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

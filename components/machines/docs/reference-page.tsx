/** The operations of one tag: what each takes and answers, with an example. Only the try-out needs a script. */

import type { ReactNode } from "react";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import type { ApiParameter, Components, Json } from "#components/machines/parts/api-document.ts";
import { Code, CodeBlock, Fold } from "#components/machines/parts/document-parts.tsx";
import { DocsFrame, type DocsNavigation } from "./docs-frame.tsx";
import {
  bodyOf,
  curlOf,
  examplesOf,
  exampleText,
  isTriable,
  operationsOf,
  type Reference,
  type Referenced,
  type ShownBody,
  type TagLink,
} from "./reference.ts";
import { Schema } from "./schema.tsx";
import { TryOperation } from "./try-operation.tsx";

type ReferencePageProps = {
  navigation: DocsNavigation;
  tag: TagLink;
  reference: Reference;
  text: FeatureText<"docs">;
};

export function ReferencePage({ navigation, tag, reference, text }: ReferencePageProps) {
  const operations = operationsOf(reference.document, tag.name);
  return (
    <SettingsPage title={referenceTitle(reference.of, tag, text)} isPublic isWide>
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
          <Operation key={one.operation.operationId} one={one} reference={reference} text={text} />
        ))}
      </DocsFrame>
    </SettingsPage>
  );
}

/** Tags of the app and of the venue may have the same name. */
export function referenceTitle(
  of: Reference["of"],
  { name }: TagLink,
  text: FeatureText<"docs">,
): string {
  return of === "venue" ? `${text("referenceVenue")}: ${name}` : text("referenceOf", { tag: name });
}

type OperationProps = {
  one: Referenced;
  reference: Reference;
  text: FeatureText<"docs">;
};

function Operation({ one, reference, text }: OperationProps) {
  const { path, method, operation } = one;
  const { operationId, parameters = [], requestBody, responses, security } = operation;
  const { schemas: components } = reference.document.components;
  const body = bodyOf(requestBody?.content);
  const success = Object.entries(responses).find(([status]) => /^[23]/.test(status));
  const answer = bodyOf(success?.[1].content);
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
        {security.length === 0
          ? text("noKey")
          : security.map((one) => schemesOf(one) || text("noKey")).join(" / ")}
      </p>
      <CodeBlock
        kind={`call-${operationId}`}
        what={`curl: ${name}`}
        text={curlOf(one, reference.baseUrl)}
      />
      {isTriable(one, reference) ? (
        <TryOperation path={path} parameters={parameters} texts={tryTexts(text)} />
      ) : null}
      {parameters.length > 0 ? (
        <Part title={text("parameters")}>
          <Schema schema={asObject(parameters)} components={components} required={required} />
        </Part>
      ) : null}
      {body === undefined ? null : (
        <Part title={text("requestBody")}>
          <p lang="en" dir="ltr">
            <Code>{body.type}</Code>
          </p>
          <Schema schema={body.content.schema} components={components} required={required} />
        </Part>
      )}
      <AnswerPart answer={answer} one={one} components={components} text={text} />
      <Fold summary={text("refusals")}>
        <ul lang="en" dir="ltr" className="flex flex-col gap-1 text-xs">
          {Object.entries(responses)
            .filter(([status]) => !/^[23]/.test(status))
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

type AnswerPartProps = {
  answer: ShownBody | undefined;
  one: Referenced;
  components: Components;
  text: FeatureText<"docs">;
};

function AnswerPart({ answer, one, components, text }: AnswerPartProps) {
  const { path, method, operation } = one;
  if (answer === undefined) return <p className="text-xs">{text("noAnswer")}</p>;
  return (
    <>
      {examplesOf(answer.content).map(({ name, value }) => (
        <CodeBlock
          key={name}
          kind={`answer-${operation.operationId}${name}`}
          what={[text("exampleAnswer"), name, `${method.toUpperCase()} ${path}`]
            .filter((part) => part !== "")
            .join(": ")}
          text={`${exampleText(value)}\n`}
        />
      ))}
      <Fold summary={text("fields")}>
        <Schema
          schema={answer.content.schema}
          components={components}
          required={text("required")}
        />
      </Fold>
    </>
  );
}

const tryTexts = (text: FeatureText<"docs">) => ({
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

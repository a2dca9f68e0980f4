/** OAuth 2.1 step by step, and the tools of the assistant endpoint. Rendered on the server. */

import type { FeatureText } from "#components/i18n/sources.ts";
import { Code, CodeBlock, Section, Table } from "#components/machines/parts/document-parts.tsx";
import type { Scope } from "#lib/protocol/scopes.ts";
import { oauthCalls } from "./oauth-calls.ts";

const PARAMETERS = [
  ["response_type", "code"],
  ["client_id", undefined],
  ["redirect_uri", undefined],
  ["code_challenge", undefined],
  ["code_challenge_method", "S256"],
  ["scope", undefined],
  ["state", undefined],
] as const;

export function Oauth({ baseUrl, text }: { baseUrl: string; text: FeatureText<"developers"> }) {
  return (
    <Section id="oauthSteps" title={text("oauthSteps")} intro={text("oauthIntro")}>
      {oauthCalls(baseUrl).map(({ step, variables, text: call }) => {
        const name = text(`oauth_${step}`);
        return (
          <div key={step} className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm font-medium">{name}</h3>
            <p className="max-w-2xl text-xs text-ink-muted">{text(`oauth_${step}_text`)}</p>
            {variables.length > 0 ? (
              <p className="flex flex-wrap items-baseline gap-2 text-xs text-ink-muted">
                {text("variables")}
                {variables.map((variable) => (
                  <Code key={variable}>{variable}</Code>
                ))}
              </p>
            ) : null}
            <CodeBlock kind={`oauth-${step}`} what={`OAuth: ${name}`} text={call} />
            {step === "authorize" ? <Parameters text={text} /> : null}
          </div>
        );
      })}
      <p className="max-w-2xl text-xs text-ink-muted">{text("oauthMore")}</p>
    </Section>
  );
}

function Parameters({ text }: { text: FeatureText<"developers"> }) {
  return (
    <Table
      label={text("oauthParameters")}
      head={[text("parameter"), text("value")]}
      rows={PARAMETERS.map(([name, value]) => [
        <Name key={name}>{name}</Name>,
        value === undefined ? text(`oauth_${name}`) : <Code key="value">{value}</Code>,
      ])}
    />
  );
}

/** A name that does not wrap. */
function Name({ children }: { children: string }) {
  return (
    <span className="whitespace-nowrap">
      <Code>{children}</Code>
    </span>
  );
}

/** `about`: the tool's description for assistants, in English. */
export type ToolRow = { name: string; scope: Scope; about: string };

export function Tools({
  tools,
  text,
}: {
  tools: readonly ToolRow[];
  text: FeatureText<"developers">;
}) {
  return (
    <Section id="tools" title={text("tools")} intro={text("toolsIntro")}>
      <Table
        label={text("tools")}
        head={[text("tool"), text("scope"), text("about")]}
        rows={tools.map(({ name, scope, about }) => [
          <Name key="name">{name}</Name>,
          <Name key="scope">{scope}</Name>,
          <span key="about" lang="en" dir="ltr" className="block min-w-60">
            {about}
          </span>,
        ])}
      />
      <p className="max-w-2xl text-xs text-ink-muted">{text("toolsApproval")}</p>
    </Section>
  );
}

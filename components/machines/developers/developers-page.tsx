/** The page for developers of programs against this service. Rendered on the server in the user's language. */

import Link from "next/link";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import type { ApiDocument } from "#components/machines/parts/api-document.ts";
import {
  Code,
  CodeBlock,
  Fold,
  Section,
  Table,
} from "#components/machines/parts/document-parts.tsx";
import { STREAM_EVENTS } from "#lib/protocol/market/market-data.ts";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { type Addresses, type FirstCall, firstCalls, streamCall } from "./first-calls.ts";
import { Clients, FileLink, To } from "./links.tsx";
import { Oauth, type ToolRow, Tools } from "./oauth-section.tsx";
import { Tour } from "./tour-section.tsx";

/** A rate limit: `limit` requests in `seconds`. */
export type LimitRow = {
  name: string;
  limit: number;
  seconds: number;
  by: "address" | "session" | "key" | "grant" | "mail";
};

type DevelopersPageProps = {
  addresses: Addresses;
  /** The simulated market, which the tour needs. */
  sandboxUrl: string | undefined;
  document: ApiDocument;
  /** The pages of the reference. */
  reference: readonly { slug: string; name: string; description: string }[];
  limits: readonly LimitRow[];
  tools: readonly ToolRow[];
  text: FeatureText<"developers">;
};

const SECTIONS = [
  "credentials",
  "which",
  "calls",
  "tour",
  "oauthSteps",
  "tools",
  "errors",
  "limits",
  "streams",
  "webhooks",
  "clients",
  "reference",
] as const;
const STATUSES = ["400", "401", "403", "404", "409", "422", "429", "5xx"] as const;

export function DevelopersPage({
  addresses,
  sandboxUrl,
  document,
  reference,
  limits,
  tools,
  text,
}: DevelopersPageProps) {
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic>
      <div className="flex min-w-0 flex-col gap-8">
        <Contents hasTour={sandboxUrl !== undefined} text={text} />
        <Table
          label={text("addresses")}
          head={[text("what"), text("addresses")]}
          rows={[
            [text("application"), <Code key="base">{addresses.baseUrl}</Code>],
            [text("venue"), <Code key="venue">{addresses.venueUrl}</Code>],
          ]}
        />
        <Credentials addresses={addresses} document={document} text={text} />
        <CredentialGuide text={text} />
        <Calls addresses={addresses} text={text} />
        {sandboxUrl === undefined ? null : (
          <Tour addresses={{ ...addresses, sandboxUrl }} text={text} />
        )}
        <Oauth baseUrl={addresses.baseUrl} text={text} />
        <Tools tools={tools} text={text} />
        <Section id="errors" title={text("errors")} intro={text("errorsIntro")}>
          <CodeBlock kind="error" what={`JSON: ${text("errors")}`} text={ERROR_BODY} />
          <Table
            label={text("errors")}
            head={[text("status"), text("meaning")]}
            rows={STATUSES.map((status) => [
              <Code key={status}>{status}</Code>,
              text(`error_${status}`),
            ])}
          />
        </Section>
        <Section id="limits" title={text("limits")} intro={text("limitsIntro")}>
          <Table
            label={text("limits")}
            head={[text("what"), text("limit"), text("countedBy")]}
            rows={limits.map(({ name, limit, seconds, by }) => [
              <LimitName key={name} name={name} text={text} />,
              seconds === 60
                ? text("perMinute", { limit })
                : text("perSeconds", { limit, seconds }),
              text(`by_${by}`),
            ])}
          />
        </Section>
        <Streams addresses={addresses} text={text} />
        <ReferenceLinks addresses={addresses} reference={reference} text={text} />
      </div>
    </SettingsPage>
  );
}

type ReferenceLinksProps = PartProps & Pick<DevelopersPageProps, "reference">;

function ReferenceLinks({ addresses, reference, text }: ReferenceLinksProps) {
  return (
    <Section id="reference" title={text("reference")} intro={text("referenceIntro")}>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <FileLink href="/api/v1/openapi.json" file="openapi.json">
          {text("download")}
        </FileLink>
        <To href="/docs">{text("documents")}</To>
        <FileLink href={`${addresses.venueUrl}/v1/openapi.json`}>{text("venueDocument")}</FileLink>
      </p>
      <ul lang="en" dir="ltr" className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {reference.map(({ slug, name, description }) => (
          <li key={slug} className="flex flex-col text-xs">
            <To href={`/docs/reference/${slug}`}>{name}</To>
            <span className="text-ink-muted">{description}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Contents({ hasTour, text }: { hasTour: boolean; text: FeatureText<"developers"> }) {
  return (
    <nav
      aria-label={text("contents")}
      // Sticky on large screens.
      className="z-10 bg-canvas py-2 lg:sticky lg:top-0"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {SECTIONS.filter((id) => hasTour || id !== "tour").map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex items-center text-xs text-accent underline pointer-coarse:min-h-11"
            >
              {text(id)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LimitNameProps = { name: string; text: FeatureText<"developers"> };

/** The name of a limit; one without a text shows the operators' name. */
function LimitName({ name, text }: LimitNameProps) {
  const key = `limit_${name}`;
  const description = (text as (key: string) => string)(key);
  return description === key ? <Code>{name}</Code> : description;
}

const ERROR_BODY = `{
  "error": "WRONG_CREDENTIAL",
  "message": "This service does not accept this credential. …",
  "data": { "presented": "venue_key" },
  "request_id": "req_…"
}
`;

type PartProps = { addresses: Addresses; text: FeatureText<"developers"> };

type CredentialsProps = PartProps & { document: ApiDocument };

function Credentials({ addresses: { baseUrl, venueUrl }, document, text }: CredentialsProps) {
  const endpoints = (address: string, scheme: string) => {
    const others = pathsWith(scheme, document).map((path) => baseUrl + path);
    return (
      <div key={address} className="flex flex-col gap-1">
        <Endpoint address={address} />
        <Fold summary={text("moreEndpoints", { count: others.length })}>
          <span className="flex flex-col gap-1">
            {others.map((other) => (
              <Endpoint key={other} address={other} />
            ))}
          </span>
        </Fold>
      </div>
    );
  };
  return (
    <Section id="credentials" title={text("credentials")} intro={text("credentialsIntro")}>
      <Table
        label={text("credentials")}
        head={[text("credential"), text("form"), text("usedBy"), text("sentTo"), text("from")]}
        rows={[
          [
            text("session"),
            text("session_form"),
            text("session_by"),
            <Endpoint key="at" address={baseUrl} />,
            text("session_from"),
          ],
          [
            text("mcp"),
            text("mcp_form"),
            text("mcp_by"),
            endpoints(`${baseUrl}/api/v1/mcp`, "mcpKey"),
            <To key="to" href="/settings/mcp-keys">
              {text("mcp_from")}
            </To>,
          ],
          [
            text("oauth"),
            text("oauth_form"),
            text("oauth_by"),
            endpoints(`${baseUrl}/api/v1/mcp`, "accessToken"),
            <To key="to" href="#oauthSteps">
              {text("oauth_from")}
            </To>,
          ],
          [
            text("bot"),
            text("bot_form"),
            text("bot_by"),
            <Endpoint key="at" address={`${baseUrl}/api/bot/v1`} />,
            <To key="to" href="/settings/bot-keys">
              {text("bot_from")}
            </To>,
          ],
          [
            text("venueKey"),
            text("venueKey_form"),
            text("venueKey_by"),
            <Endpoint key="at" address={venueUrl} />,
            <To key="to" href="/docs/venue">
              {text("venueKey_from")}
            </To>,
          ],
        ]}
      />
    </Section>
  );
}

/** An address, which does not wrap on larger screens. */
function Endpoint({ address }: { address: string }) {
  return (
    <span className="sm:whitespace-nowrap">
      <Code>{address}</Code>
    </span>
  );
}

/** The paths of the document that take a credential of this security scheme. */
function pathsWith(scheme: string, { paths }: ApiDocument): string[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const operations = Object.values(methods);
    return operations.some((one) => one?.security.some((each) => scheme in each)) ? [path] : [];
  });
}

function CredentialGuide({ text }: { text: FeatureText<"developers"> }) {
  const answers = [
    [text("which_public"), text("which_public_answer")],
    [text("which_session"), text("session")],
    [text("which_mcp"), text("mcp")],
    [text("which_oauth"), text("oauth")],
    [text("which_bot"), text("bot")],
    [text("which_venue"), text("venueKey")],
  ] as const;
  return (
    <Section id="which" title={text("which")}>
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-[auto_1fr]">
        {answers.map(([question, answer]) => (
          <div key={question} className="contents">
            <dt className="text-ink-muted">{question}</dt>
            <dd className="font-medium max-sm:mb-1">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Calls({ addresses, text }: PartProps) {
  return (
    <Section id="calls" title={text("calls")} intro={text("callsIntro")}>
      {firstCalls(addresses).map((call) => (
        <Call key={call.kind} call={call} text={text} />
      ))}
      <p className="rounded-md border border-warn-line bg-warn-soft p-3 text-xs">
        {text("neverPaste")}
      </p>
    </Section>
  );
}

function Call({ call, text }: { call: FirstCall; text: FeatureText<"developers"> }) {
  const name = text(`call_${call.kind}`);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium">{name}</h3>
      {call.variables.length > 0 ? (
        <p className="flex flex-wrap items-baseline gap-2 text-xs text-ink-muted">
          {text("variables")}
          {call.variables.map((variable) => (
            <Code key={variable}>{variable}</Code>
          ))}
        </p>
      ) : null}
      <CodeBlock kind={`curl-${call.kind}`} what={`curl: ${name}`} text={call.curl} />
      <Fold summary={text("examples")}>
        <CodeBlock
          kind={`typescript-${call.kind}`}
          what={`TypeScript: ${name}`}
          text={call.typescript}
        />
        <CodeBlock kind={`python-${call.kind}`} what={`Python: ${name}`} text={call.python} />
      </Fold>
    </div>
  );
}

function Streams({ addresses, text }: PartProps) {
  return (
    <>
      <Section id="streams" title={text("streams")} intro={text("streamsIntro")}>
        <CodeBlock
          kind="curl-stream"
          what={`curl: ${text("streams")}`}
          text={streamCall(addresses)}
        />
        <p className="flex flex-wrap items-baseline gap-2 text-xs text-ink-muted">
          {text("event")}
          {STREAM_EVENTS.map((event) => (
            <Code key={event}>{event}</Code>
          ))}
        </p>
      </Section>
      <Section id="webhooks" title={text("webhooks")} intro={text("webhooksIntro")}>
        <p className="flex flex-wrap items-baseline gap-2 text-xs text-ink-muted">
          {text("event")}
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Code key={type}>{type}</Code>
          ))}
        </p>
        <Link
          href="/settings/webhooks"
          className="inline-flex items-center self-start text-xs text-accent underline pointer-coarse:min-h-11"
        >
          {text("toWebhooks")}
        </Link>
      </Section>
      <Clients text={text} />
    </>
  );
}

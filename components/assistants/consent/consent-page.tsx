/** The consent page of an app: the form, the sign-in before it, and an expired link. Rendered on the server. */

import type { ReactNode } from "react";
import type { FeatureText } from "#components/i18n/sources.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import type { AskAgain, ClientDescription } from "#lib/protocol/consent.ts";
import { byRisk, type Scope } from "#lib/protocol/scopes.ts";
import { ClientFacts } from "./client-facts.tsx";

type ConsentFormProps = {
  text: FeatureText<"consent">;
  client: ClientDescription;
  /** Path of this page. */
  path: string;
  /** Requested scopes. */
  scopes: readonly Scope[];
  /** Those of them that start ticked. */
  preselected: readonly Scope[];
  /** Whether an approval replaces the connection that the app has. */
  isExtension: boolean;
  /** The signed-in user; a decision by another user is not accepted. */
  user: { id: string; label: string };
  token: string;
  again: AskAgain | undefined;
};

/** The consent form. A plain form, so that it works without JavaScript. */
export function ConsentForm(props: ConsentFormProps) {
  const { text, client, path, scopes, preselected, isExtension, user, token, again } = props;
  const isFirst = (scope: Scope) => preselected.includes(scope);
  const optional = byRisk(scopes.filter((scope) => !isFirst(scope)));
  return (
    <Card title={text("title", { name: `\u2068${client.name}\u2069` })}>
      <form
        method="post"
        action={`${path}/decision`}
        // The browser must not restore earlier ticks: the page may have changed.
        autoComplete="off"
        className="group/consent flex flex-col gap-4"
      >
        <input type="hidden" name="user" value={user.id} />
        <input type="hidden" name="token" value={token} />
        {again === undefined ? null : (
          <p role="alert" className="rounded-md border border-warn-line bg-warn-soft p-3 text-warn">
            {text(`again_${again}`)}
          </p>
        )}
        <ClientFacts text={text} client={client} />
        <Person text={text} label={user.label} path={path} />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-base font-semibold">{text("scopesTitle")}</legend>
          {isExtension ? <p className="mb-1 text-ink-muted">{text("extends")}</p> : null}
          {byRisk(scopes.filter(isFirst)).map((scope) => (
            // After a submission without ticks nothing is preselected.
            <ScopeChoice key={scope} text={text} scope={scope} isTicked={again !== "nothing"} />
          ))}
          {optional.length === 0 ? null : (
            <p className="my-1 text-ink-muted">{text("scopesHint")}</p>
          )}
          {optional.map((scope) => (
            <ScopeChoice key={scope} text={text} scope={scope} isTicked={false} />
          ))}
        </fieldset>
        <Promises text={text} />
        <Answers text={text} />
      </form>
    </Card>
  );
}

/** Stays in sight at the end of the screen while the page is longer than it. */
function Answers({ text }: { text: FeatureText<"consent"> }) {
  return (
    <div className="z-20 -mx-4 -mb-4 flex flex-col gap-2 rounded-b-lg border-t bg-surface px-4 py-3 sm:-mx-7 sm:-mb-7 sm:px-7 [@media(min-height:480px)]:sticky [@media(min-height:480px)]:bottom-0">
      {/* The reason is hidden, not its element: so it is read with the button only while it applies. */}
      <div id="approve-reason">
        <p className="text-warn group-has-[input[name=scope]:checked]/consent:hidden">
          {text("nothingTicked")}
        </p>
      </div>
      <div className="flex gap-3 sm:justify-end">
        <button
          type="submit"
          name="decision"
          value="deny"
          className={buttonStyle({ size: "lg", className: "min-h-11 flex-1 sm:flex-none sm:px-8" })}
        >
          {text("deny")}
        </button>
        <button
          type="submit"
          name="decision"
          value="approve"
          aria-describedby="approve-reason"
          className={buttonStyle({
            tone: "primary",
            size: "lg",
            className:
              "min-h-11 flex-1 group-not-has-[input[name=scope]:checked]/consent:opacity-50 sm:flex-none sm:px-8",
          })}
        >
          {text("approve")}
        </button>
      </div>
    </div>
  );
}

/** The signed-in user, with a link that switches accounts. */
function Person({
  text,
  label,
  path,
}: {
  text: FeatureText<"consent">;
  label: string;
  path: string;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-y py-3">
      <dl className="min-w-0 text-sm">
        <dt className="text-xs text-ink-muted">{text("signedInAs")}</dt>
        <dd className="font-medium break-all">
          <bdi>{label}</bdi>
        </dd>
      </dl>
      <a
        href={signInToConsent(path)}
        className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {text("switchAccount")}
      </a>
    </div>
  );
}

/** What holds whatever is selected. */
function Promises({ text }: { text: FeatureText<"consent"> }) {
  return (
    <ul className="flex flex-col gap-1.5 text-xs text-ink-muted">
      <PromiseItem>{text("neverGets")}</PromiseItem>
      <PromiseItem>{text("lasts")}</PromiseItem>
      <PromiseItem>
        <WithConnectedApps text={text} sentence={text("disconnect", { page: "\n" })} />
      </PromiseItem>
    </ul>
  );
}

/** A sentence with a link in place of its line break, where its language has the page's name. In a new tab: this page waits for an answer. */
function WithConnectedApps({ text, sentence }: { text: FeatureText<"consent">; sentence: string }) {
  const [before = "", after = ""] = sentence.split("\n");
  return (
    <>
      {before}
      <a
        href="/settings/connected-apps"
        target="_blank"
        rel="noopener"
        className="scroll-mb-28 font-medium text-accent underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {text("connectedApps")}
      </a>
      {after}
    </>
  );
}

function PromiseItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <svg
        viewBox="0 0 16 16"
        aria-hidden
        className="mt-px size-3.5 shrink-0 fill-none stroke-(--good) stroke-2"
      >
        <path d="m2.5 8.5 3.5 3.5 7.5-8" />
      </svg>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

type ScopeChoiceProps = { text: FeatureText<"consent">; scope: Scope; isTicked: boolean };

/** One scope: what it allows and what it does not. */
function ScopeChoice({ text, scope, isTicked }: ScopeChoiceProps) {
  const id = `scope-${scope.replace(":", "-")}`;
  return (
    <div className="relative flex items-start gap-3 rounded-md border p-3 hover:bg-hover has-checked:border-line-strong has-checked:bg-raised">
      <input
        id={id}
        type="checkbox"
        name="scope"
        value={scope}
        defaultChecked={isTicked}
        aria-describedby={`${id}-about`}
        className="relative z-10 mt-px size-4.5 shrink-0 scroll-mb-28 accent-(--accent-strong)"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          {/* The label covers the whole box. */}
          <label
            htmlFor={id}
            className="cursor-pointer text-base font-medium after:absolute after:inset-0"
          >
            {text(`scope_${scope}`)}
          </label>
          <code dir="ltr" className="text-2xs text-ink-muted">
            {scope}
          </code>
        </div>
        <div id={`${id}-about`} className="flex flex-col gap-0.5 text-xs text-ink-muted">
          <p>{text(`can_${scope}`)}</p>
          <p className="text-ink">{text(`cannot_${scope}`)}</p>
        </div>
      </div>
    </div>
  );
}

/** The sign-in address that returns to the consent page. */
export function signInToConsent(path: string): string {
  return `/sign-in?next=${encodeURIComponent(path)}`;
}

const HOME = "/";

/** Shown for a link that was used, has expired or belongs to another browser. */
export function ExpiredLink({ text }: { text: FeatureText<"consent"> }) {
  return (
    <Card title={text("expiredTitle")}>
      <p className="text-base text-ink-muted">{text("expiredText")}</p>
      <p className="text-ink-muted">
        <WithConnectedApps text={text} sentence={text("expiredSafe", { page: "\n" })} />
      </p>
      <a href={HOME} className={buttonStyle({ size: "lg", className: "self-start" })}>
        {text("toStart")}
      </a>
    </Card>
  );
}

type SignInFirstProps = {
  text: FeatureText<"consent">;
  client: ClientDescription;
  /** Path of the consent page. */
  path: string;
};

/** Shown without a session: which app asks, and a link to the sign-in. */
export function SignInFirst({ text, client, path }: SignInFirstProps) {
  return (
    <Card title={text("signInTitle")}>
      <p className="text-base [overflow-wrap:anywhere] text-ink-muted">
        {text("signInText", { name: `\u2068${client.name}\u2069` })}
      </p>
      <ClientFacts text={text} client={client} />
      <p className="text-ink-muted">{text("signInOrLeave")}</p>
      <a
        href={signInToConsent(path)}
        className={buttonStyle({
          tone: "primary",
          size: "lg",
          className: "min-h-11 sm:self-start sm:px-8",
        })}
      >
        {text("signIn")}
      </a>
    </Card>
  );
}

type CardProps = { title: ReactNode; children: ReactNode };

function Card({ title, children }: CardProps) {
  return (
    <article className="flex flex-col gap-5 rounded-lg border bg-surface p-4 shadow-sm sm:p-7">
      <h1 className="text-xl leading-7 font-semibold [overflow-wrap:anywhere]">{title}</h1>
      {children}
    </article>
  );
}

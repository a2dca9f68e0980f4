import type { ReactNode } from "react";
import { buttonStyle } from "#components/ui/button.tsx";
import type { AskAgain, ClientDescription } from "#lib/protocol/consent.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { Card } from "./card.tsx";
import { ClientFacts } from "./client-facts.tsx";
import type { ConsentText } from "./consent-text.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { signInToConsent } from "./sign-in-address.ts";

type ConsentFormProps = {
  text: ConsentText;
  client: ClientDescription;
  /** Of this page. */
  path: string;
  /** What the app asks for. */
  scopes: readonly Scope[];
  /** Who is signed in: the answer counts for nobody else. */
  user: { id: string; label: string };
  token: string;
  again: AskAgain | undefined;
};

/** A plain form, so that it works without JavaScript: who asks, who answers, what for, and the two answers. */
export function ConsentForm(props: ConsentFormProps) {
  const { text, client, path, scopes, user, token, again } = props;
  return (
    <Card title={text("title", { name: `\u2068${client.name}\u2069` })}>
      {again === undefined ? null : (
        <p role="alert" className="rounded-md border border-warn-line bg-warn-soft p-3 text-warn">
          {text(`again_${again}`)}
        </p>
      )}
      <p className="text-base text-ink-muted">{text("lead")}</p>
      <ClientFacts text={text} client={client} />
      <Person text={text} label={user.label} path={path} />
      <form
        method="post"
        action={`${path}/decision`}
        // What was ticked before going away and back is not what the page says now.
        autoComplete="off"
        className="group/consent flex flex-col gap-5"
      >
        <input type="hidden" name="user" value={user.id} />
        <input type="hidden" name="token" value={token} />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-base font-semibold">{text("scopesTitle")}</legend>
          <p className="mb-1 text-ink-muted">{text("scopesHint")}</p>
          {scopes.map((scope) => (
            <ScopeChoice
              key={scope}
              text={text}
              scope={scope}
              // Proposing orders is never ticked beforehand, and nothing is for who had unticked everything.
              isTicked={again !== "nothing" && scope !== "trade:execute"}
            />
          ))}
        </fieldset>
        <Promises text={text} />
        <p className="text-warn group-has-[input[name=scope]:checked]/consent:hidden">
          {text("nothingTicked")}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button
            type="submit"
            name="decision"
            value="deny"
            className={buttonStyle({ size: "lg", className: "min-h-11 sm:px-8" })}
          >
            {text("deny")}
          </button>
          <button
            type="submit"
            name="decision"
            value="approve"
            className={buttonStyle({
              tone: "primary",
              size: "lg",
              className:
                "min-h-11 group-not-has-[input[name=scope]:checked]/consent:opacity-50 sm:px-8",
            })}
          >
            {text("approve")}
          </button>
        </div>
      </form>
    </Card>
  );
}

/** Who answers, and the way to be somebody else. */
function Person({ text, label, path }: { text: ConsentText; label: string; path: string }) {
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

/** What holds whatever is ticked. */
function Promises({ text }: { text: ConsentText }) {
  const page = text("connectedApps");
  // The sentence names the page where each language wants it.
  const [before = "", after = ""] = text("disconnect", { page: "\n" }).split("\n");
  return (
    <ul className="flex flex-col gap-1.5 text-xs text-ink-muted">
      <Held>{text("neverGets")}</Held>
      <Held>{text("lasts")}</Held>
      <Held>
        {before}
        <span className="font-medium text-ink">{page}</span>
        {after}
      </Held>
    </ul>
  );
}

function Held({ children }: { children: ReactNode }) {
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

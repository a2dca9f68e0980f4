import { buttonStyle } from "#components/ui/button.tsx";
import type { ClientDescription } from "#lib/protocol/consent.ts";
import { Card } from "./card.tsx";
import { ClientFacts } from "./client-facts.tsx";
import type { ConsentText } from "./consent-text.ts";
import { signInToConsent } from "./sign-in-address.ts";

type SignInFirstProps = {
  text: ConsentText;
  client: ClientDescription;
  /** Of the page of consent. */
  path: string;
};

/** For who is not signed in: who asks, and the way to sign in and back. */
export function SignInFirst({ text, client, path }: SignInFirstProps) {
  return (
    <Card title={text("signInTitle")}>
      <p className="text-base [overflow-wrap:anywhere] text-ink-muted">
        {text("signInText", { name: `\u2068${client.name}\u2069` })}
      </p>
      <ClientFacts text={text} client={client} />
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

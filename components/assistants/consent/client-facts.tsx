import type { FeatureText } from "#components/i18n/sources.ts";
import { cn } from "#components/ui/class-names.ts";
import type { ClientBadge, ClientDescription, ClientWarning } from "#lib/protocol/consent.ts";

type ClientFactsProps = { text: FeatureText<"consent">; client: ClientDescription };

/** What is known of the app, where it redirects to, and warnings. */
export function ClientFacts({ text, client }: ClientFactsProps) {
  const { name, host, badge, redirect, warnings } = client;
  // Nothing proves who a program on this computer is: its one warning says that, and where the answer goes. Its name is in the title.
  const isLoopback = redirect.kind === "loopback";
  // Any program can name a site, so a named site always comes with its badge.
  const isBadged = !isLoopback || badge === "verified" || host !== undefined;
  const backTo = isolated(redirect.kind === "scheme" ? `${redirect.host}//` : redirect.host);
  return (
    <section aria-label={text("backTitle")} className="flex flex-col gap-3">
      {isBadged ? (
        <div className="flex items-center gap-3 rounded-md border bg-raised p-3">
          <span
            aria-hidden
            className="flex size-10 shrink-0 items-center justify-center rounded-md bg-accent-soft text-lg font-semibold text-accent"
          >
            {initialOf(name)}
          </span>
          <div className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">{name}</bdi>
              {host === undefined ? null : (
                <span className="text-ink-muted">{text("of", { host: isolated(host) })}</span>
              )}
              <Badge text={text} badge={badge} />
            </p>
            <p className="text-xs text-ink-muted">
              {badge === "domain_verified"
                ? text("badgeText_domain_verified", { host: isolated(host ?? redirect.host) })
                : text(`badgeText_${badge}`)}
            </p>
          </div>
        </div>
      ) : null}
      {redirect.kind === "loopback" ? null : (
        <dl className="text-sm">
          <dt className="text-xs text-ink-muted">{text("backTitle")}</dt>
          <dd className="font-medium [overflow-wrap:anywhere]">
            {text(`back_${redirect.kind}`, { host: backTo })}
          </dd>
        </dl>
      )}
      {warnings.length === 0 ? null : (
        <ul className="flex flex-col gap-2">
          {warnings.map((warning) => (
            <Warning key={warning} text={text} warning={warning} />
          ))}
        </ul>
      )}
    </section>
  );
}

const BADGE_STYLE: Record<ClientBadge, string> = {
  verified: "border-line-strong text-good",
  domain_verified: "border-line-strong text-accent",
  unverified: "border-warn-line bg-warn-soft text-warn",
};

/** The verification of an app as a word, never by colour alone. */
function Badge({ text, badge }: { text: FeatureText<"consent">; badge: ClientBadge }) {
  return (
    <span
      className={cn(
        "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap",
        BADGE_STYLE[badge],
      )}
    >
      {text(`badge_${badge}`)}
    </span>
  );
}

function Warning({ text, warning }: { text: FeatureText<"consent">; warning: ClientWarning }) {
  return (
    <li className="flex items-start gap-2.5 rounded-md border border-warn-line bg-warn-soft p-3 text-warn">
      <svg viewBox="0 0 16 16" aria-hidden className="mt-0.5 size-4 shrink-0 fill-current">
        <path d="M8 1.2 15.4 14H.6L8 1.2Zm-.8 4.6v4h1.6v-4H7.2Zm0 5.2v1.6h1.6V11H7.2Z" />
      </svg>
      <span className="min-w-0">{text(`warning_${warning}`)}</span>
    </li>
  );
}

/** The first grapheme of a name. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (first?.segment ?? "?").toLocaleUpperCase();
}

/** Isolates a left-to-right text in a sentence. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}

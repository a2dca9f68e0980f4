"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { REFERRAL_TAGS } from "#lib/protocol/partner/referral-tags.ts";
import type { Referral } from "#lib/protocol/wire/partner.ts";

type Source = Pick<Referral, "link" | "via" | "tags">;

/** The link by which a referral came, as text. */
export function useCameBy({ link, via }: Pick<Source, "link" | "via">): string {
  const text = useText("partnerRecords");
  if (link === null) return text("cameBy_import");
  return via === "code" ? text("cameBy_code", { link: isolated(link) }) : isolated(link);
}

/** The tags that the followed address had: `sub=video-1`. */
export function tagTexts({ tags }: Pick<Source, "tags">): string[] {
  return REFERRAL_TAGS.flatMap((name) => {
    const value = tags[name];
    return value === null ? [] : [`${name}=${value}`];
  });
}

/** A line for a list: the link, and the sub-id or the first tag. */
export function SourceLine(source: Source) {
  const text = useText("partnerRecords");
  const cameBy = useCameBy(source);
  const [first, ...more] = tagTexts(source);
  return (
    <span
      className="line-clamp-1 block text-2xs text-ink-muted [overflow-wrap:anywhere]"
      title={[first, ...more].filter((tag) => tag !== undefined).join("\n")}
    >
      {text("cameBy")} {cameBy}
      {first === undefined ? null : (
        <>
          {" · "}
          <bdi translate="no">{more.length === 0 ? first : `${first} +${more.length}`}</bdi>
        </>
      )}
    </span>
  );
}

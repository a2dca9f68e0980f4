"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { knownSearch } from "#components/catalysts/known/use-search.ts";
import { useShare, VerdictChip } from "#components/catalysts/parts/labels.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { CauseCandidate, MoveExplanation } from "#lib/protocol/wire/catalysts.ts";

type ExplanationProps = {
  /** Null: the service has no explanation yet. */
  explanation: MoveExplanation | null;
  /** The catalyst on whose page it is shown. */
  own?: string;
  /** The shown instant, which links keep. */
  at: string | undefined;
};

/** Why a price moved: the verdict, the probability of each candidate, and that of none of them. */
export function Explanation({ explanation, own, at }: ExplanationProps) {
  const text = useText("catalysts");
  const verdict = explanation?.verdict ?? "pending";
  return (
    <div data-explanation={verdict}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <VerdictChip verdict={verdict} />
        <span className="text-xs text-ink-muted">{text(`verdict_${verdict}_help`)}</span>
      </p>
      {explanation?.mechanics.map((one) => (
        <p key={one} className="mt-1 text-xs">
          {text(`mechanics_${one}`)}
        </p>
      ))}
      {explanation === null || explanation.candidates.length === 0 ? null : (
        <Candidates explanation={explanation} own={own} at={at} />
      )}
    </div>
  );
}

type CandidatesProps = {
  explanation: MoveExplanation;
  own: string | undefined;
  at: string | undefined;
};

function Candidates({ explanation, own, at }: CandidatesProps) {
  const text = useText("catalysts");
  const { candidates, none_probability: none } = explanation;
  return (
    <ol aria-label={text("candidates")} className="mt-3 grid gap-3">
      {candidates.map((candidate) => (
        <li key={candidate.catalyst_id} data-candidate={candidate.catalyst_id}>
          <Bar probability={candidate.probability} isCandidate>
            <Headline candidate={candidate} own={own} at={at} />
          </Bar>
          <Terms terms={candidate.terms} />
        </li>
      ))}
      {none === null ? null : (
        <li data-candidate="none">
          <Bar probability={none}>
            <span className="text-ink-muted">{text("none")}</span>
          </Bar>
        </li>
      )}
    </ol>
  );
}

type HeadlineProps = Omit<CandidatesProps, "explanation"> & { candidate: CauseCandidate };

function Headline({ candidate, own, at }: HeadlineProps) {
  const text = useText("catalysts");
  const { catalyst_id: id, headline } = candidate;
  const label = (
    <span dir="auto" className="block text-start">
      {headline}
    </span>
  );
  if (id === own) {
    return (
      <span>
        {label}
        <span className="text-2xs text-ink-muted">{text("thisCatalyst")}</span>
      </span>
    );
  }
  const search = knownSearch(at);
  return (
    <Link
      href={`/catalysts/${id}${search === "" ? "" : `?${search}`}`}
      className="block text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11 pointer-coarse:py-3"
    >
      {label}
    </Link>
  );
}

type BarProps = { probability: number; isCandidate?: boolean; children: ReactNode };

/** A bar. Screen readers skip it, because they read the figure beside it. */
function Bar({ probability, isCandidate = false, children }: BarProps) {
  const share = useShare();
  return (
    <>
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-3 text-xs">
        <div className="min-w-0 break-words">{children}</div>
        <span data-probability className="font-semibold">
          {share(probability)}
        </span>
      </div>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded bg-hover">
        <div
          className={cn("h-full rounded", isCandidate ? "bg-accent-strong" : "bg-line-strong")}
          style={{ width: `${(100 * probability).toString()}%` }}
        />
      </div>
    </>
  );
}

const TERMS = [
  "time",
  "asset",
  "scope",
  "direction",
  "authority",
  "voices",
  "novelty",
  "surprise",
] as const satisfies readonly (keyof CauseCandidate["terms"])[];

function Terms({ terms }: Pick<CauseCandidate, "terms">) {
  const text = useText("catalysts");
  const { signedFigure } = useFormat();
  return (
    <details className="mt-1 text-xs">
      <summary className="cursor-pointer text-2xs text-ink-muted hover:text-ink pointer-coarse:py-4">
        {text("terms")}
      </summary>
      <p className="mt-1 text-2xs text-ink-muted">{text("termsHint")}</p>
      <dl className="mt-1 grid max-w-sm grid-cols-2 gap-x-6 gap-y-0.5">
        {TERMS.map((name) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className="text-ink-muted">{text(`term_${name}`)}</dt>
            <dd dir="ltr">{signedFigure(terms[name].toFixed(2), 2)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

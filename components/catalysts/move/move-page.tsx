"use client";

import Link from "next/link";
import { useMemo } from "react";
import { KnownSlider } from "#components/catalysts/known/known-slider.tsx";
import { PastNotice } from "#components/catalysts/known/past-notice.tsx";
import { stopsOfMove } from "#components/catalysts/known/stops.ts";
import { useKnown } from "#components/catalysts/known/use-known.ts";
import { useKnownAt } from "#components/catalysts/known/use-search.ts";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { ToList } from "#components/catalysts/parts/to-list.tsx";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";
import { Explanation } from "./explanation.tsx";
import { MoveFacts, MoveSize, useMoveTitle } from "./move-facts.tsx";
import { MoveNotKnownYet } from "./move-not-known-yet.tsx";
import { MovePicture } from "./move-picture.tsx";
import { isNotNoticedAt, moveUrl, moveUrlAt } from "./move-url.ts";

/** Public: a price move and its explanation, now and at any instant. */
export function MovePage({ id }: { id: string }) {
  const text = useText("catalysts");
  const now = useKnown<KnownMove>(moveUrl(id), undefined);
  const { said } = now;
  return (
    <SettingsPage title={text("move")} intro={text("moveIntro")} isPublic actions={<ToList />}>
      {said?.is === "unknown" ? (
        <EmptyState title={text("moveNotFound")}>{text("moveNotFoundDetail")}</EmptyState>
      ) : (
        <ReadState resource={pageRead({ ...now, data: said?.body })} label={text("loading")}>
          {(move) => <Move now={move} />}
        </ReadState>
      )}
    </SettingsPage>
  );
}

function Move({ now }: { now: KnownMove }) {
  const [at, setAt] = useKnownAt();
  const stops = useMemo(() => stopsOfMove(now), [now]);
  return (
    <div className="flex flex-col gap-4">
      <PastNotice at={at} onNow={() => setAt(undefined)} />
      <KnownSlider stops={stops} at={at} onChange={setAt} />
      {at === undefined ? <MoveSaid move={now} at={at} /> : <MoveThen now={now} at={at} />}
    </div>
  );
}

function MoveThen({ now, at }: { now: KnownMove; at: string }) {
  const text = useText("catalysts");
  const then = useKnown<KnownMove>(moveUrlAt(now, at), at);
  const { said, isOld } = then;
  if (isNotNoticedAt(now, at) || said?.is === "unknown") return <MoveNotKnownYet now={now} />;
  return (
    <ReadState resource={pageRead({ ...then, data: said?.body })} label={text("loading")}>
      {(move) => (
        <div aria-busy={isOld} className={cn(isOld && "opacity-60")}>
          <MoveSaid move={move} at={at} />
        </div>
      )}
    </ReadState>
  );
}

function MoveSaid({ move: known, at }: { move: KnownMove; at: string | undefined }) {
  const text = useText("catalysts");
  const titleOf = useMoveTitle();
  const { move, explanation } = known;
  return (
    <div className="flex flex-col gap-4">
      <Section
        title={titleOf(move)}
        note={<MoveSize move={move} />}
        actions={
          <Link
            href={`/trade/${encodeURIComponent(move.market)}`}
            className={buttonStyle({ className: "pointer-coarse:min-h-11" })}
          >
            {text("toChart")}
          </Link>
        }
      >
        <MovePicture move={known} />
        <MoveFacts move={move} />
      </Section>
      <Section title={text("cause")}>
        <Explanation explanation={explanation} at={at} />
      </Section>
    </div>
  );
}

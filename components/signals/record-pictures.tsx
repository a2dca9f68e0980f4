"use client";

import { BOX } from "#components/catalysts/pictures/geometry.ts";
import { percent } from "#components/catalysts/pictures/price-picture.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { CalibrationBin, SignalFigures } from "#lib/protocol/wire/signals.ts";
import { useRisk, useShare } from "./labels.tsx";
import { curveOf, dotsOf } from "./record-lines.ts";

type RecordPicturesProps = Pick<SignalFigures, "calibration" | "curve" | "ended">;

/** What the convictions were worth, and how the results added up. */
export function RecordPictures({ calibration, curve, ended }: RecordPicturesProps) {
  if (calibration.length === 0 || curve.length === 0) return null;
  return (
    <div className="mt-3 grid grid-cols-2 gap-4">
      <Calibration bins={calibration} />
      <ResultCurve curve={curve} ended={ended} />
    </div>
  );
}

function Calibration({ bins }: { bins: readonly CalibrationBin[] }) {
  const text = useText("signals");
  const share = useShare();
  const { integer } = useFormat();
  const said = bins.map(({ conviction, ended, hits }) =>
    text("calibrationBin", {
      conviction: isolated(share(conviction)),
      hits: integer(hits),
      count: ended,
    }),
  );
  return (
    <figure data-calibration className="min-w-0">
      <figcaption className="mb-1 text-2xs text-ink-muted">{text("calibration")}</figcaption>
      <div dir="ltr" className="relative h-32 border-s border-b border-line-strong">
        <svg
          role="img"
          aria-label={said.join(" ")}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 h-full w-full"
        >
          <line
            x1="0"
            y1="100"
            x2="100"
            y2="0"
            stroke="var(--ink-faint)"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {dotsOf(bins).map(({ key, left, top, size }, index) => (
          <span
            key={key}
            aria-hidden
            title={said[index]}
            data-bin={key}
            style={{ left: percent(left), top: percent(top), width: size, height: size }}
            className="absolute -translate-x-1/2 -translate-y-1/2 rounded-full border border-accent bg-accent-soft"
          />
        ))}
      </div>
      <p aria-hidden dir="ltr" className="flex justify-between text-2xs text-ink-muted">
        <span>{share(0)}</span>
        <span>{share(1)}</span>
      </p>
      <details className="mt-1 text-2xs text-ink-muted">
        <summary className="cursor-pointer hover:text-ink pointer-coarse:py-4">
          {text("asText")}
        </summary>
        <ul className="mt-1 grid gap-1">
          {said.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </figure>
  );
}

function ResultCurve({ curve, ended }: Pick<SignalFigures, "curve" | "ended">) {
  const text = useText("signals");
  const risk = useRisk();
  const last = curve.at(-1)?.total ?? 0;
  const [first] = curve;
  // The curve holds the newest signals. One that holds all of them begins with nothing.
  const isWhole = curve.length >= ended;
  const before = isWhole ? 0 : (first?.total ?? 0);
  const { path, zero } = curveOf(curve, before);
  const totals = curve.map(({ total }) => total);
  const label = text("curvePicture", {
    count: curve.length,
    last: isolated(risk(last)),
    low: isolated(risk(Math.min(before, ...totals))),
    high: isolated(risk(Math.max(before, ...totals))),
  });
  return (
    <figure data-curve className="min-w-0">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-2 text-2xs text-ink-muted">
        {text("curve")}
        <bdi dir="ltr" translate="no" className="font-semibold text-ink">
          {risk(last)}
        </bdi>
      </figcaption>
      <div dir="ltr" className="h-32 border-s border-line-strong">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="h-full w-full"
        >
          <line
            x1={0}
            x2={BOX.width}
            y1={zero * BOX.height}
            y2={zero * BOX.height}
            stroke="var(--ink-faint)"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <p className="text-2xs text-ink-muted">{text("curveCount", { count: curve.length })}</p>
    </figure>
  );
}

/** Every kind of call with a demo wallet, ready to paste. Rendered on the server, where there is a sandbox. */
import type { FeatureText } from "#components/i18n/sources.ts";
import { CodeBlock, Section } from "#components/machines/parts/document-parts.tsx";
import type { Addresses } from "./first-calls.ts";
import { tourCalls } from "./tour-calls.ts";

type TourProps = { addresses: Addresses & { sandboxUrl: string }; text: FeatureText<"developers"> };

export function Tour({ addresses, text }: TourProps) {
  return (
    <Section id="tour" title={text("tour")} intro={text("tourIntro")}>
      {tourCalls(addresses).map(({ step, text: call }) => {
        const name = text(`tour_${step}`);
        return (
          <div key={step} className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm font-medium">{name}</h3>
            <CodeBlock kind={`tour-${step}`} what={name} text={call} />
          </div>
        );
      })}
      <p className="max-w-2xl text-xs text-ink-muted">{text("tourMore")}</p>
    </Section>
  );
}

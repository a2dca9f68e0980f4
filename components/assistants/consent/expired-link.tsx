import { buttonStyle } from "#components/ui/button.tsx";
import { Card } from "./card.tsx";
import type { ConsentText } from "./consent-text.ts";

const HOME = "/";

/** For a link that is used up, too old or somebody else's: where to begin again. */
export function ExpiredLink({ text }: { text: ConsentText }) {
  return (
    <Card title={text("expiredTitle")}>
      <p className="text-base text-ink-muted">{text("expiredText")}</p>
      <p className="text-ink-muted">{text("expiredSafe")}</p>
      <a
        href={HOME}
        className={buttonStyle({ size: "lg", className: "self-start pointer-coarse:min-h-11" })}
      >
        {text("toStart")}
      </a>
    </Card>
  );
}

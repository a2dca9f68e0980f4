"use client";

import { CircleHelp } from "lucide-react";
import { lazy, useId, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Check } from "#components/ui/check.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { TIME_IN_FORCE_CODE, type TimeInForce } from "#lib/protocol/enumerations.ts";
import { postOnlyObstacle, timeInForceObstacle } from "./draft.ts";
import { useTicket } from "./ticket-context.tsx";

const TIMES_IN_FORCE = Object.keys(TIME_IN_FORCE_CODE) as TimeInForce[];
const TermsHelp = lazy(() => import("./terms-help.tsx"));

/** Time in force and flags. Choices that do not go together are disabled, with the reason. */
export function TermsRow() {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const refusals = useText("venueErrors");
  const [help, setHelp] = useState(false);
  const id = useId();
  const postOnly = postOnlyObstacle(draft);
  const obstacleText = postOnly && refusals(`${postOnly}_detail`);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-1 text-xs text-ink-muted">
          {text("timeInForce")}
          <button
            type="button"
            aria-label={text(help ? "helpHide" : "help")}
            aria-expanded={help}
            aria-controls={help ? id : undefined}
            onClick={() => setHelp(!help)}
            className="grid h-6 w-6 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink max-lg:h-8 max-lg:w-8"
          >
            <CircleHelp size={13} aria-hidden />
          </button>
        </span>
        <ToggleGroup
          label={text("timeInForce")}
          value={draft.timeInForce}
          options={TIMES_IN_FORCE.map((value) => {
            const obstacle = timeInForceObstacle(draft, value);
            const reason = obstacle && refusals(`${obstacle}_detail`);
            return {
              value,
              label: value,
              ...(reason ? { name: `${value}. ${reason}`, hint: reason, disabled: true } : {}),
            };
          })}
          onChange={(timeInForce) => change({ timeInForce })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Check
          label={text("postOnly")}
          checked={draft.postOnly}
          disabled={postOnly !== undefined}
          hint={obstacleText}
          onChange={(value) => change({ postOnly: value })}
        />
        <Check
          label={text("reduceOnly")}
          checked={draft.reduceOnly}
          onChange={(value) => change({ reduceOnly: value })}
        />
      </div>
      {help ? (
        <LazyBoundary onFailure={() => setHelp(false)}>
          <TermsHelp id={id} draft={draft} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

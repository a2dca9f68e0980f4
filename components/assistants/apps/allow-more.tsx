"use client";

import { useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Fold } from "#components/machines/controls/fold.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { notify } from "#components/ui/notify.ts";
import { byRisk, SCOPES, type Scope } from "#lib/protocol/scopes.ts";
import type { Grant, GrantPage } from "#lib/protocol/wire/assistant.ts";
import { FIRST_GRANTS, GRANTS } from "./grant.ts";

/** A collapsed form that allows a live connection more; nothing is preselected. */
export function AllowMore({ grant }: { grant: Grant }) {
  const text = useText("connectedApps");
  const consent = useText("consent");
  const { reload } = useResource<GrantPage>(FIRST_GRANTS);
  const [isOpen, setOpen] = useState(false);
  const [ticked, setTicked] = useState<readonly Scope[]>([]);
  const missing = byRisk(SCOPES.filter((scope) => !grant.scopes.includes(scope)));
  const { run, pending, error } = useAction(() =>
    write("POST", `${GRANTS}/${grant.id}/scopes`, { scopes: ticked }),
  );
  const allow = async () => {
    if (pending || ticked.length === 0) return;
    const answer = await run();
    if (answer?.ok !== true) return;
    setTicked([]);
    notify({ tone: "good", text: text("allowedMore") });
    void reload();
  };
  if (missing.length === 0) return null;
  return (
    <Fold summary={text("allowMore")} onToggle={setOpen}>
      {isOpen ? (
        <>
          {missing.map((scope) => (
            <div key={scope} className="flex flex-col gap-0.5">
              <Check
                label={consent(`scope_${scope}`)}
                checked={ticked.includes(scope)}
                onChange={(isTicked) =>
                  setTicked((before) => [
                    ...before.filter((one) => one !== scope),
                    ...(isTicked ? [scope] : []),
                  ])
                }
              />
              <p className="text-ink-muted">{consent(`cannot_${scope}`)}</p>
            </div>
          ))}
          <Button
            className="w-fit pointer-coarse:min-h-11"
            aria-disabled={pending || ticked.length === 0}
            onClick={() => void allow()}
          >
            {text("allow")}
          </Button>
          <ActionFailure error={error} />
        </>
      ) : null}
    </Fold>
  );
}

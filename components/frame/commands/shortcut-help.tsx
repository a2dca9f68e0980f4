"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { useAllCommands } from "./command-registry.ts";
import { bySection } from "./command-sections.ts";
import { KeyCaps } from "./key-caps.tsx";
import { singleKeys } from "./shortcut-preferences.ts";

/** Every key that does something on this page, read from the commands that are offered now. */
export default function KeyMap({ onClose }: { onClose: () => void }) {
  const text = useText("commands");
  const on = useStore(singleKeys);
  const commands = [...useAllCommands().values()].filter(({ keys }) => keys !== undefined);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("keyMap")}
      className="!w-[min(94vw,760px)]"
      footer={
        <Check
          label={text("singleKeys")}
          hint={text("singleKeysHint")}
          checked={on}
          onChange={singleKeys.set}
        />
      }
    >
      <div className="columns-1 gap-8 sm:columns-2">
        {bySection(commands).map(([section, found]) => (
          <section key={section} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-2xs font-semibold text-ink-faint">{text(section)}</h3>
            <dl>
              {found.map((command) => (
                <div
                  key={command.id}
                  className="flex items-center justify-between gap-4 border-b py-1 text-xs last:border-b-0"
                >
                  <dt>
                    {command.title}
                    {command.arms ? (
                      <span className="block text-2xs text-ink-faint">{text("pressTwice")}</span>
                    ) : null}
                  </dt>
                  <dd className="shrink-0">
                    <KeyCaps keys={command.keys ?? ""} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

"use client";

import { useRef } from "react";
import { allCommands } from "#components/frame/commands/command-registry.ts";
import { singleKeys } from "#components/frame/commands/shortcut-preferences.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { LOCALE_NAMES, LOCALES } from "#components/i18n/locales.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { Choice } from "./choice.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { askPolicy, askShare } from "./order-preferences.ts";
import { useSettingsSections } from "./settings-sections.ts";
import { ThemeSettings } from "./theme-settings.tsx";
import { useSetLocale } from "./use-set-locale.ts";
import { ZoneChoice } from "./zone-choice.tsx";

/** Appearance, language and keys of the page. Every setting applies at once and stays in this browser. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const text = useText("preferences");
  const showKeys = useRef(false);
  const sections = useSettingsSections();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("settings")}
      onClosed={() => {
        if (showKeys.current) allCommands().get("help.keys")?.run();
      }}
    >
      <div className="flex flex-col gap-4">
        <ThemeSettings />
        <LanguageSetting />
        <ZoneSetting />
        {sections.map(({ id, Content }) => (
          <Content key={id} />
        ))}
        <ConfirmationSetting />
        <KeySettings
          onShowKeys={() => {
            showKeys.current = true;
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

function LanguageSetting() {
  const text = useText("preferences");
  const locale = useLocale();
  const setLocale = useSetLocale();
  return (
    <Choice
      label={text("language")}
      value={locale}
      options={LOCALES.map((value) => ({
        value,
        label: <span lang={value}>{LOCALE_NAMES[value]}</span>,
      }))}
      onChange={setLocale}
    />
  );
}

function ZoneSetting() {
  const text = useText("preferences");
  return (
    <div>
      <ZoneChoice />
      <p className="mt-1 text-2xs text-ink-faint">{text("zoneHint")}</p>
    </div>
  );
}
const PERCENT_DECIMALS = 2;

function ConfirmationSetting() {
  const text = useText("preferences");
  const { grouped } = useFormat();
  const policy = useStore(askPolicy);
  const share = useStore(askShare);
  return (
    <div className="flex flex-col gap-1.5">
      <Choice
        label={text("confirmations")}
        hint={text("confirmHint")}
        value={policy.mode}
        options={[
          { value: "never", label: text("askNever") },
          { value: "always", label: text("askAlways") },
          {
            value: "never-under",
            label: text("askNeverUnder", { limit: grouped(policy.limit) }),
          },
        ]}
        onChange={(mode) => askPolicy.set({ ...policy, mode })}
      />
      {policy.mode === "never-under" ? (
        <label className="flex items-center justify-between gap-2 text-2xs text-ink-muted">
          {text("askLimit")}
          <NumberSetting
            value={policy.limit}
            onChange={(limit) => askPolicy.set({ ...policy, limit })}
            decimals={MONEY_DECIMALS}
            className="w-24"
          />
        </label>
      ) : null}
      {policy.mode === "always" ? null : (
        <label className="flex items-center justify-between gap-2 text-2xs text-ink-muted">
          {text("askShare")}
          <NumberSetting
            value={share}
            onChange={askShare.set}
            decimals={PERCENT_DECIMALS}
            whenEmpty="—"
            className="w-24"
          />
        </label>
      )}
    </div>
  );
}

function KeySettings({ onShowKeys }: { onShowKeys: () => void }) {
  const text = useText("preferences");
  const commandsText = useText("commands");
  const on = useStore(singleKeys);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium">{text("keys")}</legend>
      <Check label={commandsText("singleKeys")} checked={on} onChange={singleKeys.set} />
      <p className="text-2xs text-ink-faint">{commandsText("singleKeysHint")}</p>
      <Button size="xs" className="w-fit" onClick={onShowKeys}>
        {text("allShortcuts")}
      </Button>
    </fieldset>
  );
}
